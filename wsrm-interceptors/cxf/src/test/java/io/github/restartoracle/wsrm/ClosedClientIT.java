package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.house.FreePort;
import java.lang.ref.WeakReference;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.transport.http.HTTPConduit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests clients that are closed after their calls. */
class ClosedClientIT {
    private final NotedTransmissions source = new NotedTransmissions();
    private final ReliablePair.Setup setup = setup();

    private ReliablePair.Setup setup() {
        ReliablePair.Setup fresh = new ReliablePair.Setup().set("initial-timeout", "1s");
        fresh.sourceListener = source;
        fresh.assurance = org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance.AT_LEAST_ONCE;
        return fresh;
    }

    /** Makes a call with a client of its own, and closes the client. */
    private static WeakReference<Endpoint> callAndClose(ReliablePair pair, String order) {
        Orders client = pair.client(pair.sourceBus);
        client.put(order);
        Endpoint endpoint = ClientProxy.getClient(client).getEndpoint();
        ClientProxy.getClient(client).destroy();
        return new WeakReference<>(endpoint);
    }

    /** Makes a last call while the service is away, and closes the client. */
    private void callAndClose(ReliablePair pair, Orders client, boolean hadASequence) {
        if (hadASequence) {
            client.put("first");
            await().until(() -> source.acknowledged.size() == 1);
            pair.stopServer();
        }
        client.put("last");
        ClientProxy.getClient(client).destroy();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldDeliverTheCallOfAClientThatIsClosedWhileTheServiceIsAway(boolean hadASequence) {
        try (ReliablePair pair = new ReliablePair(setup, hadASequence)) {
            Orders client = pair.client(pair.sourceBus);
            callAndClose(pair, client, hadASequence);
            pair.startServer();
            await().until(() -> pair.bean.delivered.contains("last"));
            await().until(() -> pair.oracle().backlog().isEmpty());
            await().until(pair::hasNoSequenceAtTheDestination);
            assertThat(pair.bean.delivered).doesNotHaveDuplicates();
            assertThat(source.gaveUp).isEmpty();
            assertThat(source.lost).isEmpty();
        }
    }

    /** A large backlog reaches the queue in pages. */
    @Test
    void shouldLiveAsLongAsTheStoreHasMessagesOfIt() {
        KeepingStore store = new KeepingStore();
        store.unread = 1;
        setup.store = store;
        try (ReliablePair pair = new ReliablePair(setup)) {
            callAndClose(pair, "order");
            await().until(() -> source.acknowledged.size() == 1);
            await().during(Duration.ofSeconds(1)).until(() -> !pair.hasNoSequenceAtTheDestination());
            store.unread = 0;
            await().until(pair::hasNoSequenceAtTheDestination);
        }
    }

    @Test
    void shouldKeepNothingOfManyClientsThatWereClosed() {
        int clients = 50;
        try (ReliablePair pair = new ReliablePair(setup)) {
            List<WeakReference<Endpoint>> endpoints = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                endpoints.add(callAndClose(pair, "order " + i));
            }
            await().until(() -> pair.bean.delivered.size() == clients);
            await().until(() -> pair.oracle().backlog().isEmpty());
            await().until(pair::hasNoSequenceAtTheDestination);
            assertThat(source.dispatched).as("each once").hasSize(clients).allMatch(each -> each.endsWith("#1"));
            assertThat(pair.manager().findReliableEndpoint(pair.serviceName())).isNull();
            await().until(() -> {
                System.gc();
                // The thread of the last call may hold it for a moment.
                return endpoints.stream().filter(each -> each.get() != null).count() <= 1;
            });
        }
    }

    @Test
    void shouldDeliverTheCallsOfManyClientsThatWereClosedWhileTheServiceWasAway() {
        int clients = 50;
        setup.set("first-call-wait", "0s");
        try (ReliablePair pair = new ReliablePair(setup, false)) {
            for (int i = 0; i < clients; i++) {
                callAndClose(pair, "order " + i);
            }
            long threads = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().startsWith("restart-oracle-sequence"))
                    .count();
            assertThat(threads).isLessThanOrEqualTo(17);
            pair.startServer();
            await().until(() -> pair.bean.delivered.size() == clients);
            await().until(() -> pair.oracle().backlog().isEmpty());
            await().until(pair::hasNoSequenceAtTheDestination);
            assertThat(pair.bean.delivered).doesNotHaveDuplicates();
        }
    }

    /** Covers clients with an address of their own for acknowledgements, which CXF shuts down with the client. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldBeAcknowledgedAtTheAddressOfAClientThatIsClosed(boolean hadASequence) {
        // CXF holds such acknowledgements back for a second.
        setup.set("initial-timeout", "5s").set("first-call-wait", "0s");
        try (ReliablePair pair = new ReliablePair(setup, hadASequence)) {
            String acknowledgements = "http://localhost:" + FreePort.next() + "/acks";
            Orders client = client(pair, acknowledgements);
            callAndClose(pair, client, hadASequence);
            // A client of the same address is made and closed meanwhile.
            Orders another = client(pair, acknowledgements);
            another.put("another");
            ClientProxy.getClient(another).destroy();
            pair.startServer();
            await().until(() -> pair.bean.delivered.containsAll(List.of("last", "another")));
            await().until(() -> pair.oracle().backlog().isEmpty());
            await().until(pair::hasNoSequenceAtTheDestination);
            assertThat(pair.bean.delivered).doesNotHaveDuplicates();
            assertThat(source.gaveUp).isEmpty();
            HttpRequest request =
                    HttpRequest.newBuilder(URI.create(acknowledgements)).build();
            HttpClient http = HttpClient.newHttpClient();
            await("the address is shut down")
                    .until(() -> http.send(request, BodyHandlers.discarding()).statusCode() == 404);
        }
    }

    @Test
    void shouldLeaveTheirAddressToAClientThatIsOpen() {
        setup.set("initial-timeout", "60s");
        try (ReliablePair pair = new ReliablePair(setup)) {
            String acknowledgements = "http://localhost:" + FreePort.next() + "/acks";
            Orders open = client(pair, acknowledgements);
            open.put("first");
            Orders closed = client(pair, acknowledgements);
            closed.put("second");
            ClientProxy.getClient(closed).destroy();
            await().until(() -> pair.oracle().backlog().isEmpty());
            open.put("third");
            assertThat(open.price("fourth")).isEqualTo("price of fourth");
            await().until(() -> pair.oracle().backlog().isEmpty());
        }
    }

    /** A client does not end with its bus while a store has messages of it; another bus may need the address. */
    @ParameterizedTest(name = "closed before: {0}")
    @ValueSource(booleans = {true, false})
    void shouldGiveUpTheirAddressWithTheirBus(boolean closed) {
        KeepingStore store = new KeepingStore();
        store.unread = 1;
        setup.store = store;
        int port = FreePort.next();
        try (ReliablePair pair = new ReliablePair(setup)) {
            Orders client = client(pair, "http://localhost:" + port + "/acks");
            client.put("order");
            await().until(() -> source.acknowledged.size() == 1);
            if (closed) {
                ClientProxy.getClient(client).destroy();
            }
        }
        assertThatCode(() -> new ServerSocket(port).close()).doesNotThrowAnyException();
    }

    private static Orders client(ReliablePair pair, String acknowledgements) {
        Orders client = pair.client(pair.sourceBus);
        ((HTTPConduit) ClientProxy.getClient(client).getConduit()).getClient().setDecoupledEndpoint(acknowledgements);
        return client;
    }
}
