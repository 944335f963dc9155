package io.github.restartoracle.wsrm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.wsrm.RawSource.Version;
import io.github.restartoracle.wsrm.internal.queue.SharedAddressIn;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.Bus;
import org.apache.cxf.BusException;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.transport.ConduitInitiator;
import org.apache.cxf.transport.ConduitInitiatorManager;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMInInterceptor;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests acknowledgements to addresses of their own. */
class AckAddressIT {
    /** An address for acknowledgements, which notes them. */
    private static final class Acknowledged implements AutoCloseable {
        private final HttpServer server;
        private final List<String> received = new CopyOnWriteArrayList<>();

        Acknowledged() throws IOException {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", exchange -> {
                received.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
                exchange.sendResponseHeaders(202, -1);
                exchange.close();
            });
            server.start();
        }

        String address() {
            return "http://localhost:" + server.getAddress().getPort() + "/";
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }

    /** Lets two acknowledgements meet at the point where CXF has chosen their addresses and makes their conduits. */
    private record Meeting(ConduitInitiatorManager usual, CyclicBarrier both, AtomicInteger met)
            implements ConduitInitiatorManager {
        @Override
        public void registerConduitInitiator(String name, ConduitInitiator initiator) {
            usual.registerConduitInitiator(name, initiator);
        }

        @Override
        public void deregisterConduitInitiator(String name) {
            usual.deregisterConduitInitiator(name);
        }

        @Override
        public ConduitInitiator getConduitInitiator(String name) throws BusException {
            if (!Thread.currentThread().getName().startsWith("restart-oracle-acknowledgement")) {
                return usual.getConduitInitiator(name);
            }
            try {
                both.await(35, TimeUnit.SECONDS);
                met.incrementAndGet();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (BrokenBarrierException | TimeoutException late) {
                // One came alone.
            }
            return usual.getConduitInitiator(name);
        }

        @Override
        public ConduitInitiator getConduitInitiatorForUri(String uri) {
            return usual.getConduitInitiatorForUri(uri);
        }
    }

    /** Sends an order, and returns the client, which CXF destroys if no reference to it is kept. */
    private static Orders order(ReliablePair pair, Acknowledged acknowledged, String order) {
        Bus source = pair.sourceBus(null);
        source.getExtension(RMManager.class).getSourcePolicy().setAcksTo(acknowledged.address());
        Orders orders = pair.client(source);
        orders.put(order);
        return orders;
    }

    @Test
    void shouldSendEachToTheAddressOfItsSequenceWhenTwoAreSentAtOnce() throws Exception {
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "1m");
        try (ReliablePair pair = new ReliablePair(setup);
                Acknowledged one = new Acknowledged();
                Acknowledged other = new Acknowledged()) {
            CyclicBarrier both = new CyclicBarrier(2);
            AtomicInteger met = new AtomicInteger();
            pair.destinationBus.setExtension(
                    new Meeting(pair.destinationBus.getExtension(ConduitInitiatorManager.class), both, met),
                    ConduitInitiatorManager.class);
            List<Orders> clients = List.of(order(pair, one, "one"), order(pair, other, "other"));
            assertThat(clients).hasSize(2);
            await().untilAsserted(() -> {
                assertThat(one.received).singleElement().asString().contains("AcknowledgementRange", one.address());
                assertThat(other.received).singleElement().asString().contains("AcknowledgementRange", other.address());
            });
            assertThat(met).hasValue(2);
        }
    }

    /** Covers an address that names its sequence by a reference parameter, which acknowledgements carry as a header. */
    @ParameterizedTest
    @EnumSource
    void shouldSendReferenceParametersAsHeaders(Version version) throws Exception {
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.soap12 = version.soap12;
        try (ReliablePair pair = new ReliablePair(setup);
                Acknowledged acknowledged = new Acknowledged()) {
            RawSource source = new RawSource(pair.serverAddress, version, changed -> {
                changed.acksTo = acknowledged.address();
                changed.parameters = "<a:ReferenceParameters><p:Order xmlns:p='urn:p'>" + version
                        + "</p:Order></a:ReferenceParameters>";
            });
            source.send(1, "put", "first");
            await().until(() -> !acknowledged.received.isEmpty());
            assertThat(acknowledged.received.get(0))
                    .contains("AcknowledgementRange")
                    .containsPattern(
                            "<p:Order [^>]*IsReferenceParameter=\"(1|true)\">" + version + "</p:Order>.*Header>");
        }
    }

    /**
     * Covers CXF's choice of the client: it hands a message for a decoupled endpoint to the client that was the first to
     * name it.
     */
    @Test
    void shouldAcknowledgeToAllClientsThatShareADecoupledEndpoint() {
        String shared = "http://localhost:" + FreePort.next() + "/acknowledgements";
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "1m");
        try (ReliablePair pair = new ReliablePair(setup)) {
            List<Orders> clients = List.of(pair.orders, pair.client(pair.sourceBus), pair.client(pair.sourceBus));
            for (Orders client : clients) {
                ((HTTPConduit) ClientProxy.getClient(client).getConduit())
                        .getClient()
                        .setDecoupledEndpoint(shared);
                client.put("one");
                client.put("two");
            }
            await().untilAsserted(() ->
                    assertThat(pair.oracle().status().unacknowledged()).isZero());
            await().untilAsserted(() ->
                    assertThat(pair.deliveredSorted()).containsExactly("one", "one", "one", "two", "two", "two"));
        }
    }

    /** Notes the acknowledgements that come on a connection of their own and are left to CXF. */
    private static final class LeftToCxf extends AbstractPhaseInterceptor<Message> {
        private final List<SequenceAcknowledgement> left = new CopyOnWriteArrayList<>();

        LeftToCxf() {
            super(Phase.PRE_LOGICAL);
            addAfter(SharedAddressIn.class.getName());
            addBefore(RMInInterceptor.class.getName());
        }

        @Override
        public void handleMessage(Message message) {
            RMProperties properties = RMContextUtils.retrieveRMProperties(message, false);
            if (message.getExchange().getOutMessage() == null && properties != null && properties.getAcks() != null) {
                left.addAll(properties.getAcks());
            }
        }
    }

    /** Covers CXF's second look at them when it answers, where it may end the sequence. */
    @Test
    void shouldLeaveToCxfWhatIsOfTheClientThatIsAddressed() {
        LeftToCxf interceptor = new LeftToCxf();
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "1m");
        setup.decoupled = true;
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.sourceBus.getInInterceptors().add(interceptor);
            pair.orders.put("one");
            await().untilAsserted(() ->
                    assertThat(pair.oracle().status().unacknowledged()).isZero());
            assertThat(interceptor.left).isNotEmpty();
        }
    }
}
