package io.github.restartoracle.wsrm.destination;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.wsrm.destination.Undelivered.Kind;
import io.github.restartoracle.wsrm.destination.Undelivered.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.ProtocolVariation;
import org.apache.cxf.ws.rm.RMUtils;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.junit.jupiter.api.Test;

class SequenceDeliveriesTest {
    private static final Policy EACH_SECOND = new Policy(-1, 1_000, 1);

    private final DestinationSequence sequence = new DestinationSequence(
            new Identifier(), RMUtils.createAnonymousReference(), 0, null, ProtocolVariation.RM10WSA200408);
    private final Workers workers = new Workers(new ExtensionManagerBus(), "orders", ReceiveOptions.ofDefaults());
    private final List<String> tasks = new ArrayList<>();
    private long contiguous = Long.MAX_VALUE;
    private long nowNanos = 42;

    private SequenceDeliveries deliveries(boolean inOrder) {
        return new SequenceDeliveries(sequence, inOrder, () -> contiguous);
    }

    /** A message that has come and waits. */
    private Undelivered add(SequenceDeliveries deliveries, long number) {
        Undelivered message = new Undelivered(sequence, number, workers, 0, null, Kind.RECOVERED);
        message.dueNanos = nowNanos;
        deliveries.add(message);
        deliveries.enqueue(message);
        return message;
    }

    private List<Long> take(SequenceDeliveries deliveries, int most) {
        return deliveries.takeDue(nowNanos, most).stream()
                .map(message -> message.number)
                .toList();
    }

    private void fail(SequenceDeliveries deliveries, Undelivered message, Policy policy) {
        deliveries.ended();
        message.retry(policy, nowNanos);
        if (message.state == Undelivered.State.WAITING) {
            deliveries.enqueue(message);
        }
    }

    private void deliver(SequenceDeliveries deliveries, Undelivered message) {
        deliveries.ended();
        assertThat(deliveries.remove(message)).isTrue();
    }

    @Test
    void shouldDeliverAsManyAsThereAreThreadsWhateverComesFirst() {
        SequenceDeliveries deliveries = deliveries(false);
        Undelivered five = add(deliveries, 5);
        add(deliveries, 2);
        add(deliveries, 9);
        assertThat(take(deliveries, 2)).containsExactly(5L, 2L);
        assertThat(take(deliveries, 2)).isEmpty();
        deliver(deliveries, five);
        assertThat(take(deliveries, 2)).containsExactly(9L);
        assertThat(deliveries.isEmpty()).isFalse();
    }

    @Test
    void shouldDeliverInOrderAndWaitForWhatIsMissing() {
        SequenceDeliveries deliveries = deliveries(true);
        contiguous = 0;
        Undelivered two = add(deliveries, 2);
        add(deliveries, 3);
        assertThat(take(deliveries, 8)).isEmpty();
        Undelivered one = add(deliveries, 1);
        contiguous = 3;
        assertThat(take(deliveries, 8)).containsExactly(1L);
        assertThat(take(deliveries, 8)).as("one at a time").isEmpty();
        deliver(deliveries, one);
        assertThat(take(deliveries, 8)).containsExactly(2L);
        fail(deliveries, two, EACH_SECOND);
        assertThat(take(deliveries, 8)).as("3 waits for 2").isEmpty();
        assertThat(deliveries.nextLookNanos(8)).isEqualTo(nowNanos + TimeUnit.SECONDS.toNanos(1));
        nowNanos += TimeUnit.SECONDS.toNanos(1);
        assertThat(take(deliveries, 8)).containsExactly(2L);
    }

    @Test
    void shouldLetOthersPassWhileOneWaitsToBeTriedAgain() {
        SequenceDeliveries deliveries = deliveries(false);
        Undelivered one = add(deliveries, 1);
        add(deliveries, 2);
        assertThat(take(deliveries, 1)).containsExactly(1L);
        fail(deliveries, one, new Policy(-1, 1_000, 2));
        assertThat(take(deliveries, 1)).containsExactly(2L);
        deliveries.ended();
        nowNanos += TimeUnit.MILLISECONDS.toNanos(999);
        assertThat(take(deliveries, 1)).isEmpty();
        nowNanos += TimeUnit.MILLISECONDS.toNanos(1);
        assertThat(take(deliveries, 1)).containsExactly(1L);
        fail(deliveries, one, new Policy(-1, 1_000, 2));
        assertThat(deliveries.nextLookNanos(8)).isEqualTo(nowNanos + TimeUnit.SECONDS.toNanos(2));
    }

    @Test
    void shouldGiveUpAsThePolicySays() {
        SequenceDeliveries deliveries = deliveries(false);
        Undelivered one = add(deliveries, 1);
        Policy once = new Policy(1, 1_000, 1);
        assertThat(take(deliveries, 1)).containsExactly(1L);
        fail(deliveries, one, once);
        nowNanos += TimeUnit.SECONDS.toNanos(1);
        assertThat(take(deliveries, 1)).containsExactly(1L);
        fail(deliveries, one, once);
        assertThat(one.state).isEqualTo(Undelivered.State.GIVEN_UP);
        assertThat(one.attempts).isEqualTo(2);
        nowNanos += TimeUnit.HOURS.toNanos(1);
        assertThat(take(deliveries, 1)).isEmpty();
        assertThat(deliveries.nextLookNanos(8)).isNull();
    }

    @Test
    void shouldWakeAllCopiesWhoseTurnHasCome() {
        SequenceDeliveries deliveries = deliveries(true);
        contiguous = 1;
        Undelivered one = add(deliveries, 1);
        deliveries.await(2, () -> tasks.add("2"));
        deliveries.await(2, () -> tasks.add("copy of 2"));
        deliveries.await(3, () -> tasks.add("3"));
        assertThat(deliveries.isTurnOf(2)).as("1 is not delivered").isFalse();
        assertThat(deliveries.takeTurns()).isEmpty();
        assertThat(take(deliveries, 1)).containsExactly(1L);
        deliver(deliveries, one);
        deliveries.takeTurns().forEach(Runnable::run);
        assertThat(tasks).containsExactly("2", "copy of 2");
        assertThat(deliveries.countWaiting()).isEqualTo(1);
        contiguous = 2;
        deliveries.takeTurns().forEach(Runnable::run);
        assertThat(tasks).containsExactly("2", "copy of 2", "3");
        assertThat(deliveries.isEmpty()).isTrue();
    }

    @Test
    void shouldForgetARequestThatWaitsNoMore() {
        SequenceDeliveries deliveries = deliveries(true);
        contiguous = 0;
        Runnable gone = () -> tasks.add("gone");
        deliveries.await(2, gone);
        deliveries.awaitNoMore(2, gone);
        contiguous = 1;
        assertThat(deliveries.takeTurns()).isEmpty();
        assertThat(deliveries.isEmpty()).isTrue();
    }

    @Test
    void shouldNeedTheNextMessageInOrder() {
        SequenceDeliveries inOrder = deliveries(true);
        contiguous = 4;
        assertThat(inOrder.isNeeded(5)).isTrue();
        assertThat(inOrder.isNeeded(6)).isFalse();
        assertThat(deliveries(false).isNeeded(5)).isFalse();
    }

    @Test
    void shouldDeliverNothingWhileItIsSuspended() {
        SequenceDeliveries deliveries = deliveries(false);
        add(deliveries, 1);
        deliveries.suspend();
        assertThat(take(deliveries, 1)).isEmpty();
        deliveries.resume();
        assertThat(take(deliveries, 1)).containsExactly(1L);
    }
}
