package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.wsrm.RawSource.Version;
import io.github.restartoracle.wsrm.internal.destination.DestinationLimits;
import io.github.restartoracle.wsrm.internal.destination.ReceivingSide;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.addressing.MAPAggregator;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.manager.AcksPolicyType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Covers services without a store, which answer requests of a source with a restart oracle after the delivery. */
class AnswerAfterDeliveryIT {
    /** An acknowledgement before the delivery would lose the message if the destination ended in between. */
    @ParameterizedTest
    @EnumSource(Version.class)
    void shouldAcknowledgeAfterTheDeliveryWithoutAStore(Version version) throws Exception {
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.soap12 = version.soap12;
        setup.onDelivery = order -> pause(50);
        try (ReliablePair pair = new ReliablePair(setup, false)) {
            pair.startServer();
            RawSource source = new RawSource(pair.serverAddress, version);
            source.numbered = true;
            // A machine that is busy makes the service slow, whose requests are answered first for a while.
            AtomicInteger sent = new AtomicInteger();
            AtomicInteger inARow = new AtomicInteger();
            await().pollInterval(Duration.ZERO).until(() -> {
                int number = sent.incrementAndGet();
                String answer = source.send(number, "put", "order " + number);
                boolean delivered = pair.bean.delivered.contains("order " + number);
                assertThat(answer).contains("Upper=\"" + number + "\"");
                return (delivered ? inARow.incrementAndGet() : inARow.getAndSet(0)) == 5;
            });
        }
    }

    /** Covers answers that CXF writes; ours always acknowledge. */
    @Test
    void shouldDeferAcknowledgementsAsConfigured() throws Exception {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup(), false)) {
            pair.destinationBus.getOutInterceptors().add(new Idle());
            RMManager manager = pair.destinationBus.getExtension(RMManager.class);
            manager.getConfiguration().setAcknowledgementInterval(60_000L);
            AcksPolicyType deferred = new AcksPolicyType();
            deferred.setIntraMessageThreshold(0);
            manager.getDestinationPolicy().setAcksPolicy(deferred);
            pair.startServer();
            assertThat(numbered(pair).send(1, "put", "order")).doesNotContain("AcknowledgementRange");
            await().untilAsserted(() -> assertThat(pair.bean.delivered).containsExactly("order"));
        }
    }

    /** Covers answers that CXF writes, since the service has interceptors of its own. */
    @ParameterizedTest(name = "written by CXF {0}")
    @ValueSource(booleans = {false, true})
    void shouldLeaveOutOfAcknowledgementsWhatIsBeingDelivered(boolean byCxf) throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.assurance = DeliveryAssurance.AT_LEAST_ONCE;
        setup.onDelivery = order -> {
            if (order.equals("slow")) {
                begun.countDown();
                waitFor(release);
            }
        };
        try (ReliablePair pair = new ReliablePair(setup, false)) {
            if (byCxf) {
                pair.destinationBus.getOutInterceptors().add(new Idle());
            }
            pair.startServer();
            RawSource source = numbered(pair);
            CompletableFuture<String> slow = CompletableFuture.supplyAsync(() -> send(source, 1, "slow"));
            begun.await();
            assertThat(source.send(2, "put", "next")).contains("Lower=\"2\"").contains("Upper=\"2\"");
            // The source has waited long enough; no copy is delivered beside it.
            for (int copy = 0; copy < 2; copy++) {
                assertThat(source.send(1, "put", "slow"))
                        .contains("Lower=\"1\"")
                        .contains("Upper=\"2\"");
            }
            assertThat(slow).isNotDone();
            release.countDown();
            assertThat(slow.get()).contains("Lower=\"1\"").contains("Upper=\"2\"");
            await().untilAsserted(() -> assertThat(pair.bean.delivered).containsExactlyInAnyOrder("next", "slow"));
        }
    }

    /** Requests of a slow service are answered first, as those that come while a delivery hangs. */
    @Test
    void shouldNotLetRequestsWaitForASlowService() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.onDelivery = order -> {
            if (order.startsWith("slow")) {
                begun.countDown();
                waitFor(release);
            }
        };
        try (ReliablePair pair = new ReliablePair(setup, false)) {
            pair.startServer();
            RawSource source = numbered(pair);
            CompletableFuture<String> slow = CompletableFuture.supplyAsync(() -> send(source, 1, "slow 1"));
            begun.await();
            pause(150);
            assertThat(source.send(2, "put", "slow 2")).contains("Lower=\"2\"").contains("Upper=\"2\"");
            assertThat(pair.bean.delivered).isEmpty();
            release.countDown();
            assertThat(slow.get()).contains("Lower=\"1\"").contains("Upper=\"2\"");
            await().untilAsserted(() -> assertThat(pair.bean.delivered).hasSize(2));
        }
    }

    @Test
    void shouldDeliverInTheExecutorOfTheService() throws Exception {
        List<String> threads = new CopyOnWriteArrayList<>();
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.executor = task -> new Thread(task, "own").start();
        setup.onDelivery = order -> threads.add(Thread.currentThread().getName());
        try (ReliablePair pair = new ReliablePair(setup, false)) {
            pair.startServer();
            RawSource source = numbered(pair);
            for (int number = 1; number <= 3; number++) {
                assertThat(source.send(number, "put", "order")).contains("Upper=\"" + number + "\"");
            }
            await().untilAsserted(() -> assertThat(threads).containsExactly("own", "own", "own"));
        }
    }

    /** The callers of other sources wait for the answer. */
    @Test
    void shouldAnswerOtherSourcesFirst() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.onDelivery = order -> waitFor(release);
        try (ReliablePair pair = new ReliablePair(setup, false)) {
            pair.startServer();
            assertThat(new RawSource(pair.serverAddress).send(1, "put", "order"))
                    .contains("Upper=\"1\"");
            assertThat(pair.bean.delivered).isEmpty();
            release.countDown();
            await().untilAsserted(() -> assertThat(pair.bean.delivered).containsExactly("order"));
        }
    }

    /** The failure is the destination's: it has accepted the message, and delivers it again. */
    @Test
    void shouldAcknowledgeAMessageThatItsServiceRefuses() throws Exception {
        AtomicInteger invocations = new AtomicInteger();
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.onDelivery = order -> {
            if (invocations.incrementAndGet() == 1) {
                throw new IllegalStateException("not the first time");
            }
        };
        try (ReliablePair pair = new ReliablePair(setup, false)) {
            ReceivingSideIT.redeliver(pair.destinationBus);
            pair.startServer();
            RawSource source = numbered(pair);
            assertThat(source.send(1, "put", "order")).contains("Upper=\"1\"").doesNotContain("Fault");
            await().untilAsserted(() -> assertThat(pair.bean.delivered).containsExactly("order"));
        }
    }

    /** A message that fails before its delivery has had none; CXF answers the request with the fault. */
    @Test
    void shouldDeliverAMessageAgainThatFailedBeforeItsDelivery() throws Exception {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup(), false)) {
            ReceivingSideIT.redeliver(pair.destinationBus);
            Failing early = new Failing(Phase.PRE_LOGICAL, 1, false, AnswerAfterDeliveryIT::fail);
            early.addAfter(MAPAggregator.class.getName());
            early.addBefore(ReceivingSide.DELIVERY + ".First");
            pair.destinationBus.getInInterceptors().add(early);
            pair.startServer();
            RawSource source = numbered(pair);
            assertThat(source.send(1, "put", "order")).contains("on purpose");
            await().untilAsserted(() -> assertThat(pair.bean.delivered).containsExactly("order"));
            assertThat(source.send(2, "put", "next")).contains("Lower=\"1\"").contains("Upper=\"2\"");
            await().untilAsserted(() -> assertThat(pair.bean.delivered).containsExactly("order", "next"));
        }
    }

    /** An interceptor that fails so, or whose way back fails, leaves CXF's chain as if it were to go on. */
    @ParameterizedTest(name = "on the way back {0}")
    @ValueSource(booleans = {false, true})
    void shouldDeliverOnceAfterAnError(boolean onTheWayBack) throws Exception {
        Runnable failure = onTheWayBack
                ? AnswerAfterDeliveryIT::fail
                : () -> {
                    throw new NoClassDefFoundError("on purpose");
                };
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup(), false)) {
            ReceivingSideIT.redeliver(pair.destinationBus);
            Failing failing = new Failing(Phase.USER_LOGICAL, 1, onTheWayBack, failure);
            pair.destinationBus.getInInterceptors().add(failing);
            pair.startServer();
            RawSource source = numbered(pair);
            assertThat(source.send(1, "put", "order")).contains("Upper=\"1\"").doesNotContain("Fault");
            await().untilAsserted(() -> assertThat(pair.bean.delivered).isNotEmpty());
            assertThat(failing.passed()).isEqualTo(1);
            source.send(2, "put", "next");
            await().untilAsserted(() -> assertThat(pair.bean.delivered).containsExactly("order", "next"));
        }
    }

    /** WS-Addressing lets robust messages pass before it refuses them. */
    @Test
    void shouldNotDeliverAMessageThatAddressingRefuses() throws Exception {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup())) {
            RawSource source = numbered(pair);
            source.soapAction = "\"urn:another\"";
            assertThat(source.send(1, "put", "order")).doesNotContain("AcknowledgementRange");
            source.soapAction = "";
            source.send(2, "put", "next");
            await().untilAsserted(() -> assertThat(pair.bean.delivered).containsExactly("next"));
        }
    }

    /** Threads of requests count among those that may deliver. */
    @Test
    void shouldDeliverNoMoreAtATimeThanThereAreThreads() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger running = new AtomicInteger();
        List<Integer> atATime = new CopyOnWriteArrayList<>();
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.receiveOptions = new DestinationLimits.OfEndpoint(1, 100, 1_000_000);
        setup.onDelivery = order -> {
            atATime.add(running.incrementAndGet());
            begun.countDown();
            waitFor(release);
            running.decrementAndGet();
        };
        try (ReliablePair pair = new ReliablePair(setup)) {
            RawSource source = numbered(pair);
            CompletableFuture<String> first = CompletableFuture.supplyAsync(() -> send(source, 1, "order 1"));
            begun.await();
            assertThat(source.send(2, "put", "order 2")).contains("Lower=\"2\"");
            assertThat(source.send(3, "put", "order 3")).contains("Upper=\"3\"");
            assertThat(first).isNotDone();
            release.countDown();
            await().untilAsserted(() -> assertThat(pair.bean.delivered).hasSize(3));
            assertThat(atATime).containsExactly(1, 1, 1);
        }
    }

    private static void fail() {
        throw new Fault(new IllegalStateException("on purpose"));
    }

    private static final class Idle extends AbstractPhaseInterceptor<Message> {
        Idle() {
            super(Phase.PRE_STREAM);
        }

        @Override
        public void handleMessage(Message message) {
            // The presence of an unknown interceptor is enough.
        }
    }

    private static RawSource numbered(ReliablePair pair) throws IOException, InterruptedException {
        RawSource source = new RawSource(pair.serverAddress);
        source.numbered = true;
        return source;
    }

    private static String send(RawSource source, long number, String order) {
        try {
            return source.send(number, "put", order);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
