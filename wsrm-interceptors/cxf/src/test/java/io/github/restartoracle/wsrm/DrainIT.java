package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.ws.rm.persistence.RMStore;
import org.junit.jupiter.api.Test;

/** Tests that calls that have returned are sent although the program ends after them. */
class DrainIT {
    private static final Duration LONG = Duration.ofSeconds(40);

    @Test
    void shouldDeliverWhatWasCalledJustBeforeTheBusShutsDown() {
        ReliablePair.Setup setup = new ReliablePair.Setup().set("first-call-wait", "1m");
        try (ReliablePair pair = new ReliablePair(setup)) {
            // The first call waits for its sequence, too.
            pair.orders.put("order");
            pair.sourceBus.shutdown(true);
            await().until(() -> pair.bean.delivered.size() == 1);
        }
    }

    @Test
    void shouldDrainWhatWaitsAndWhatIsRestarted() throws InterruptedException {
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.lost = (message, attempt) -> attempt == 1;
        try (ReliablePair pair = new ReliablePair(setup)) {
            List<String> sent =
                    IntStream.range(0, 20).mapToObj(i -> "order " + i).toList();
            sent.forEach(pair.orders::put);
            assertThat(pair.oracle().drain(LONG)).isTrue();
            await().untilAsserted(() -> assertThat(pair.bean.delivered).containsExactlyInAnyOrderElementsOf(sent));
            assertThat(pair.oracle().status().unacknowledged()).isZero();
            assertThat(pair.oracle().status().parked()).isZero();
        }
    }

    @Test
    void shouldSayThatItCouldNotDrainWhenTheDestinationIsDown() throws InterruptedException {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup(), false)) {
            assertThat(pair.oracle().drain(Duration.ZERO)).isTrue();
            pair.orders.put("order");
            assertThat(pair.oracle().status().parked()).isOne();
            assertThat(pair.oracle().drain(Duration.ZERO)).isFalse();
            assertThat(pair.oracle().drain(Duration.ofMillis(30))).isFalse();
            pair.startServer();
            assertThat(pair.oracle().drain(LONG)).isTrue();
        }
    }

    /** Covers the next process, which sends all messages that are still in the store. */
    @Test
    void shouldWaitUntilAnAcknowledgementIsInTheStore() throws InterruptedException {
        CountDownLatch removing = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.store = (RMStore) Proxy.newProxyInstance(
                RMStore.class.getClassLoader(), new Class<?>[] {RMStore.class}, (proxy, method, arguments) -> {
                    if ("removeMessages".equals(method.getName())) {
                        removing.countDown();
                        goOn.await(40, TimeUnit.SECONDS);
                    }
                    return null;
                });
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.orders.put("order");
            assertThat(removing.await(40, TimeUnit.SECONDS)).isTrue();
            assertThat(pair.oracle().status().unacknowledged()).isZero();
            assertThat(pair.oracle().drain(Duration.ZERO)).isFalse();
            goOn.countDown();
            assertThat(pair.oracle().drain(LONG)).isTrue();
        }
    }

    @Test
    void shouldNotWaitForWhatWasGivenUp() throws InterruptedException {
        ReliablePair.Setup setup = new ReliablePair.Setup().set("max-attempts", "2");
        setup.lost = (message, attempt) -> message == 2;
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.orders.put("first");
            pair.orders.put("second");
            assertThat(pair.oracle().drain(LONG)).isTrue();
            await().untilAsserted(() -> assertThat(pair.bean.delivered).containsExactly("first"));
            assertThat(pair.oracle().status().givenUp()).isOne();
        }
    }

    @Test
    void shouldNotHoldUpTheShutdownForMessagesThatHaveLeft() {
        NotedTransmissions source = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.sourceListener = source;
        setup.lost = (message, attempt) -> message == 2;
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.orders.put("first");
            pair.orders.put("second");
            await().until(() -> source.dispatched.contains("2#2"));
            assertThat(pair.oracle().backlog().unresolved()).isPositive();
            await().until(() -> pair.oracle().backlog().leaving() == 0);
        }
    }

    @Test
    void shouldTellOfCallsThatAreLostWhenTheBusIsShutDown() {
        NotedTransmissions source = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.sourceListener = source;
        try (ReliablePair pair = new ReliablePair(setup, false)) {
            pair.orders.put("first");
            pair.orders.put("second");
            ClientProxy.getClient(pair.orders).destroy();
            assertThat(source.lost).isEmpty();
            assertThat(pair.oracle().status().parked()).isEqualTo(2);
            pair.sourceBus.shutdown(true);
            assertThat(source.lost).hasSize(2).allMatch(line -> line.contains("the bus was shut down"));
        }
    }

    /** Covers the end of a sequence, of which CXF tells the destination, and waits up to a minute for the answer. */
    @Test
    void shouldNotHoldUpTheShutdownForADestinationThatIsSilent() throws Exception {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup())) {
            pair.orders.put("first");
            await().until(() -> pair.oracle().backlog().isEmpty() && pair.bean.delivered.size() == 1);
            pair.link.cut();
            try (ServerSocket silent = listen(pair.link.port)) {
                pair.orders.put("second");
                Thread shutdown = new Thread(() -> pair.sourceBus.shutdown(true));
                shutdown.start();
                await().atMost(Duration.ofSeconds(30)).until(() -> !shutdown.isAlive());
                assertThat(silent.isClosed()).isFalse();
            }
        }
    }

    /** Opens a server on a port, which the link releases a moment after it was cut. */
    private static ServerSocket listen(int port) {
        return await().ignoreExceptions()
                .until(() -> new ServerSocket(port, 50, InetAddress.getLoopbackAddress()), Objects::nonNull);
    }
}
