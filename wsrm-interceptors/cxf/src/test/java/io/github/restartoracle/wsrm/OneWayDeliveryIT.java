package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.pending.SampleUse;
import io.github.restartoracle.wsrm.RawSource.Version;
import io.github.restartoracle.wsrm.path.PathStatus;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.manager.RetryPolicyType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class OneWayDeliveryIT {
    @Test
    void shouldDeliverEachMessageOnceAndLearnFromEchoes() {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup().set("initial-timeout", "60s"))) {
            for (int i = 0; i < 20; i++) {
                pair.orders.put("order " + (100 + i));
            }
            await().untilAsserted(() -> assertThat(pair.bean.delivered).hasSize(20));
            await().until(() -> pair.oracle().queue().isEmpty());
            assertThat(pair.deliveredSorted()).doesNotHaveDuplicates();
            PathStatus path = pair.oracle().queue().paths().get(0);
            // An acknowledgement may overtake the one that carries the echo; the sample is unambiguous all the same.
            assertThat(path.samples().keySet()).isSubsetOf(SampleUse.EXACT, SampleUse.UNAMBIGUOUS);
            assertThat(path.samples().values().stream().mapToLong(n -> n).sum()).isEqualTo(20);
            assertThat(path.restarts()).isZero();
        }
    }

    @Test
    void shouldReturnFromTheCallBeforeTheDestinationAnswers() {
        CountDownLatch release = new CountDownLatch(1);
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "60s");
        setup.onDelivery = order -> waitFor(release);
        try (ReliablePair pair = new ReliablePair(setup)) {
            for (int i = 0; i < 5; i++) {
                pair.orders.put("order " + i);
            }
            assertThat(pair.bean.delivered).isEmpty();
            release.countDown();
            await().untilAsserted(() -> assertThat(pair.bean.delivered).hasSize(5));
        }
    }

    /** Covers a service whose caller hears of its failures: CXF would deliver a copy while it acknowledges it. */
    @ParameterizedTest
    @EnumSource(Version.class)
    void shouldDropACopyOfARobustMessage(Version version) throws Exception {
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.soap12 = version.soap12;
        try (ReliablePair pair = new ReliablePair(setup, false)) {
            pair.destinationBus.setProperty(Message.ROBUST_ONEWAY, true);
            pair.startServer();
            RawSource source = new RawSource(pair.serverAddress, version);
            assertThat(source.send(1, "put", "order")).contains("AcknowledgementRange");
            assertThat(source.send(1, "put", "order")).contains("AcknowledgementRange");
            assertThat(source.send(2, "put", "next")).contains("AcknowledgementRange");
            assertThat(pair.bean.delivered).containsExactly("order", "next");
        }
    }

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
            for (int number = 1; number <= 5; number++) {
                assertThat(source.send(number, "put", "order " + number)).contains("Upper=\"" + number + "\"");
                assertThat(pair.bean.delivered).hasSize(number);
            }
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
            // The source has waited long enough; the copy is not delivered beside it.
            assertThat(source.send(1, "put", "slow")).contains("Lower=\"1\"").contains("Upper=\"2\"");
            assertThat(slow).isNotDone();
            release.countDown();
            assertThat(slow.get()).contains("Lower=\"1\"").contains("Upper=\"2\"");
            assertThat(pair.bean.delivered).containsExactly("next", "slow");
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
            assertThat(threads).containsExactly("own", "own", "own");
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
            RetryPolicyType policy = new RetryPolicyType();
            policy.setMaxRetries(3);
            policy.setInterval(100L);
            pair.destinationBus
                    .getExtension(RMManager.class)
                    .getDestinationPolicy()
                    .setRetryPolicy(policy);
            pair.startServer();
            RawSource source = numbered(pair);
            assertThat(source.send(1, "put", "order")).contains("Upper=\"1\"").doesNotContain("Fault");
            await().untilAsserted(() -> assertThat(pair.bean.delivered).containsExactly("order"));
        }
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
