package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.wsrm.event.GivenUpMessage;
import io.github.restartoracle.wsrm.internal.destination.ReceivingSide;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.impl.MAPAggregatorImpl;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMProperties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests messages that the source gives up, to a destination that delivers in order. */
class GapIT {
    private static final int MESSAGES = 35;

    private static ReliablePair.Setup setup(DeliveryAssurance assurance, boolean rm11) {
        ReliablePair.Setup setup = new ReliablePair.Setup()
                .set("oracle", "fixed")
                .set("initial-timeout", "300ms")
                .set("max-attempts", "2");
        setup.inOrder = true;
        setup.assurance = assurance;
        setup.rm11 = rm11;
        return setup;
    }

    @ParameterizedTest
    @CsvSource({"EXACTLY_ONCE, true", "AT_LEAST_ONCE, true", "AT_LEAST_ONCE, false"})
    void shouldDeliverAllOthersInOrderWhenEveryTenthMessageIsGivenUp(DeliveryAssurance assurance, boolean rm11) {
        ReliablePair.Setup setup = setup(assurance, rm11);
        AtomicBoolean lossy = new AtomicBoolean(true);
        setup.lost = (message, attempt) -> lossy.get() && message % 10 == 0;
        try (ReliablePair pair = new ReliablePair(setup)) {
            List<String> sent = IntStream.rangeClosed(11, 10 + MESSAGES)
                    .mapToObj(i -> "order " + i)
                    .toList();
            sent.forEach(pair.orders::put);
            await().until(() -> pair.oracle().status().unacknowledged() == 0);
            List<GivenUpMessage> givenUp = pair.oracle().givenUp();
            assertThat(givenUp).hasSizeBetween(1, MESSAGES / 10);
            await().until(() -> Set.copyOf(pair.bean.delivered).size() == MESSAGES - givenUp.size());
            if (rm11) {
                // WS-RM 1.0 has no CloseSequence, whose answer tells that the messages behind the missing one are
                // delivered.
                assertThat(pair.bean.delivered.stream().distinct()).isSorted();
            }
            assertThat(ReceivingSide.installOn(pair.destinationBus).held().messages())
                    .isZero();

            // Those that were given up are kept: one is sent after all, the others are discarded.
            lossy.set(false);
            assertThat(pair.oracle().retry(givenUp.get(0).id())).isTrue();
            await().until(() -> Set.copyOf(pair.bean.delivered).size() == MESSAGES - givenUp.size() + 1);
            for (GivenUpMessage message : givenUp.subList(1, givenUp.size())) {
                assertThat(pair.oracle().discard(message.id())).isTrue();
            }
            pair.orders.put("last");
            await().until(() -> pair.bean.delivered.contains("last"));
            assertThat(pair.oracle().givenUp()).isEmpty();
        }
    }

    /** The destination delivers what it has held back while the source goes on in another sequence. */
    @Test
    void shouldNotOvertakeWhatASlowServiceHasStillToDo() {
        ReliablePair.Setup setup = setup(DeliveryAssurance.EXACTLY_ONCE, true);
        AtomicBoolean lossy = new AtomicBoolean(true);
        setup.lost = (message, attempt) -> lossy.get() && message == 2;
        setup.onDelivery = order -> {
            try {
                TimeUnit.MILLISECONDS.sleep(30);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        try (ReliablePair pair = new ReliablePair(setup)) {
            List<String> sent =
                    IntStream.rangeClosed(11, 30).mapToObj(i -> "order " + i).toList();
            sent.forEach(pair.orders::put);
            await().until(() -> pair.oracle().givenUp().size() == 1);
            lossy.set(false);
            pair.orders.put("order 31");
            await().until(() -> pair.bean.delivered.contains("order 31"));
            assertThat(pair.bean.delivered).isSorted().hasSize(sent.size());
        }
    }

    @Test
    void shouldLetTwoWayCallsGoOnBehindAMessageThatWasGivenUp() {
        ReliablePair.Setup setup = setup(DeliveryAssurance.EXACTLY_ONCE, true);
        setup.lost = (message, attempt) -> message == 2;
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.orders.put("first");
            pair.orders.put("lost");
            assertThat(pair.orders.price("second")).isEqualTo("price of second");
            assertThat(pair.bean.delivered).containsExactly("first", "second");
        }
    }

    /** Fails requests to close a sequence, as a destination does whose database is down for a moment. */
    private static final class FailingCloses extends AbstractPhaseInterceptor<Message> {
        private static final int MANY = 2;
        final AtomicInteger failed = new AtomicInteger();

        FailingCloses() {
            super(Phase.PRE_LOGICAL);
            addAfter(MAPAggregatorImpl.class.getName());
        }

        @Override
        public void handleMessage(Message message) {
            AddressingProperties maps = RMContextUtils.retrieveMAPs(message, false, false);
            if (maps != null
                    && maps.getAction() != null
                    && maps.getAction().getValue().endsWith("/CloseSequence")
                    && failed.getAndIncrement() < MANY) {
                throw new Fault(new IllegalStateException("for a moment"));
            }
        }
    }

    @Test
    void shouldCloseTheGapThoughTheDestinationFailsToDoSoAtFirst() {
        ReliablePair.Setup setup = setup(DeliveryAssurance.EXACTLY_ONCE, true);
        setup.lost = (message, attempt) -> message == 2;
        try (ReliablePair pair = new ReliablePair(setup)) {
            FailingCloses closes = new FailingCloses();
            pair.destinationBus.getInInterceptors().add(closes);
            pair.orders.put("first");
            pair.orders.put("lost");
            assertThat(pair.orders.price("third")).isEqualTo("price of third");
            assertThat(pair.bean.delivered).containsExactly("first", "third");
            assertThat(closes.failed.get()).isEqualTo(FailingCloses.MANY + 1);
            assertThat(pair.oracle().givenUp()).hasSize(1);
        }
    }

    /** Holds the copies of a message at the destination. */
    private static final class Holding extends AbstractPhaseInterceptor<Message> {
        private final long number;
        final CountDownLatch released = new CountDownLatch(1);

        Holding(long number) {
            super(Phase.USER_PROTOCOL);
            this.number = number;
        }

        @Override
        public void handleMessage(Message message) {
            RMProperties properties = RMContextUtils.retrieveRMProperties(message, false);
            if (properties.getSequence() != null && properties.getSequence().getMessageNumber() == number) {
                assertThatCode(() -> released.await(1, TimeUnit.MINUTES)).doesNotThrowAnyException();
            }
        }
    }

    /** Counts the faults that a source has read. */
    private static final class Faults extends AbstractPhaseInterceptor<Message> {
        final AtomicInteger read = new AtomicInteger();

        Faults() {
            super(Phase.USER_LOGICAL);
        }

        @Override
        public void handleMessage(Message message) {
            read.incrementAndGet();
        }
    }

    @Test
    void shouldAnswerACallOfWhichACopyInTheFormerSequenceIsRefusedMeanwhile() {
        ReliablePair.Setup setup = setup(DeliveryAssurance.AT_LEAST_ONCE, true);
        setup.lost = (message, attempt) -> message == 2;
        try (ReliablePair pair = new ReliablePair(setup)) {
            Holding copies = new Holding(3);
            pair.destinationBus.getInInterceptors().add(copies);
            Faults faults = new Faults();
            pair.sourceBus.getInFaultInterceptors().add(faults);
            pair.bean.hold();
            pair.orders.put("first");
            pair.orders.put("lost");
            CompletableFuture<String> price = CompletableFuture.supplyAsync(() -> pair.orders.price("second"));
            await().until(() -> pair.bean.delivered.contains("second"));
            copies.released.countDown();
            await().until(() -> faults.read.get() > 0);
            pair.bean.release();
            assertThat(price).succeedsWithin(Duration.ofSeconds(20)).isEqualTo("price of second");
        }
    }

    @Test
    void shouldCloseTheGapWhenTheDestinationIsBack() {
        NotedTransmissions source = new NotedTransmissions();
        ReliablePair.Setup setup = setup(DeliveryAssurance.EXACTLY_ONCE, true)
                .set("max-attempts", "0")
                .set("give-up-after", "2s");
        setup.sourceListener = source;
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.orders.put("first");
            await().until(() -> pair.bean.delivered.size() == 1);
            pair.link.cut();
            pair.orders.put("expires");
            await().until(() -> source.gaveUp.size() == 1);
            pair.orders.put("second");
            pair.orders.put("third");
            pair.link.restore();
            await().until(() -> pair.bean.delivered.size() == 3);
            assertThat(pair.bean.delivered).containsExactly("first", "second", "third");
        }
    }
}
