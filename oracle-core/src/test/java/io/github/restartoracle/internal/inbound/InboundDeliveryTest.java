package io.github.restartoracle.internal.inbound;

import static io.github.restartoracle.internal.inbound.InboundFixture.ONCE;
import static io.github.restartoracle.internal.inbound.InboundFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class InboundDeliveryTest {
    private static final Outcome FAILS = Outcomes.failed("on purpose");
    private static final Outcome UNTRIED = Outcomes.untried("no database");

    private final InboundFixture unordered = InboundFixture.unordered(2);
    private final InboundFixture inOrder = InboundFixture.inOrder();

    @Test
    void shouldDeliverAsManyAsThereAreThreadsWhateverComesFirst() {
        Received<String> five = unordered.deliver(5);
        unordered.deliver(2);
        unordered.deliver(9);
        assertThat(unordered.acts()).containsExactly("deliver 5", "deliver 2");
        assertThat(unordered.looks).as("no thread is free").isEmpty();
        unordered.end(five, Outcomes.DELIVERED);
        assertThat(unordered.acts()).containsExactly("settled 5", "deliver 9");
    }

    @Test
    void shouldDeliverInOrderAndWaitForWhatIsMissing() {
        inOrder.deliver(2);
        inOrder.deliver(3);
        assertThat(inOrder.acts()).isEmpty();
        assertThat(inOrder.looks).isEmpty();
        Received<String> one = inOrder.deliver(1);
        assertThat(inOrder.acts()).as("one at a time").containsExactly("deliver 1");
        inOrder.end(one, Outcomes.DELIVERED);
        Received<String> two = inOrder.here(2);
        assertThat(inOrder.acts()).containsExactly("settled 1", "deliver 2");
        inOrder.end(two, FAILS);
        assertThat(inOrder.acts()).as("3 waits for 2").isEmpty();
        assertThat(inOrder.runFor(1_000)).containsExactly("deliver 2@1000");
        inOrder.end(two, Outcomes.DELIVERED);
        assertThat(inOrder.acts()).containsExactly("settled 2", "deliver 3");
    }

    @Test
    void shouldDeliverOneAtATimeInOrderThoughAnOperatorBringsALowerOneBack() {
        Received<String> one = inOrder.deliver(1);
        inOrder.deliver(2);
        inOrder.end(one, FAILS, ONCE);
        assertThat(inOrder.acts()).containsExactly("deliver 1", "give up 1");
        inOrder.add(inOrder.inbound.givenUp(one, inOrder.nowNanos));
        assertThat(inOrder.acts()).containsExactly("list 1", "deliver 2");
        inOrder.add(inOrder.inbound.retry(one, inOrder.nowNanos));
        assertThat(inOrder.acts()).as("2 is being delivered").isEmpty();
        inOrder.end(inOrder.here(2), Outcomes.DELIVERED);
        assertThat(inOrder.acts()).containsExactly("settled 2", "deliver 1");
    }

    /** Covers requests that are about to hand over their messages: they do not delay a lower one. */
    @Test
    void shouldDeliverWhileHigherMessagesAreBeingAccepted() {
        inOrder.accept(2);
        inOrder.accept(3);
        inOrder.deliver(1);
        assertThat(inOrder.acts()).containsExactly("deliver 1");
    }

    @Test
    void shouldDeliverNothingBesideARequestThatIsAnsweredAfterItsDelivery() {
        Received<String> one = inOrder.deliver(1);
        inOrder.end(one, FAILS, ONCE);
        inOrder.add(inOrder.inbound.givenUp(one, inOrder.nowNanos));
        Received<String> two = inOrder.accept(inOrder.arrive(2, Received.Kind.ANSWERED));
        inOrder.acts();
        inOrder.add(inOrder.inbound.retry(one, inOrder.nowNanos));
        assertThat(inOrder.acts()).isEmpty();
        inOrder.end(two, Outcomes.DELIVERED);
        assertThat(inOrder.acts()).containsExactly("settled 2", "deliver 1");
    }

    @Test
    void shouldNoteWhatWasDeliveredThoughAllThreadsAreTaken() {
        Received<String> one = unordered.deliver(1);
        unordered.deliver(2);
        unordered.deliver(3);
        unordered.acts();
        unordered.end(one, Outcomes.UNNOTED);
        assertThat(unordered.acts()).containsExactlyInAnyOrder("note 1", "deliver 3");
        assertThat(unordered.inbound.isBusy(unordered.nowNanos)).isTrue();
    }

    @Test
    void shouldWaitForAMessageThatIsDeliveredByItsRequest() {
        Received<String> one = inOrder.accept(1);
        inOrder.deliver(2);
        assertThat(inOrder.acts()).isEmpty();
        inOrder.end(one, Outcomes.DELIVERED);
        assertThat(inOrder.acts()).containsExactly("settled 1", "deliver 2");
    }

    @Test
    void shouldNotCountTheThreadOfARequest() {
        unordered.accept(1);
        unordered.accept(2);
        unordered.accept(3);
        unordered.deliver(4);
        assertThat(unordered.acts()).containsExactly("deliver 4");
    }

    @Test
    void shouldLetOthersPassWhileOneWaitsToBeTriedAgain() {
        RedeliveryPolicy doubling = new RedeliveryPolicy(-1, 1_000, 2);
        InboundFixture one = InboundFixture.unordered(1);
        Received<String> first = one.deliver(1);
        Received<String> second = one.deliver(2);
        one.end(first, FAILS, doubling);
        assertThat(one.acts()).containsExactly("deliver 1", "deliver 2");
        one.end(second, Outcomes.DELIVERED);
        one.acts();
        assertThat(one.runFor(999)).isEmpty();
        assertThat(one.runFor(1)).containsExactly("deliver 1@1000");
        one.end(first, FAILS, doubling);
        assertThat(one.runFor(10_000)).containsExactly("deliver 1@3000");
        one.end(first, FAILS, doubling);
        assertThat(one.runFor(10_000)).containsExactly("deliver 1@15000");
        assertThat(first.attempts()).isEqualTo(3);
    }

    @Test
    void shouldNotLetIntervalsGrowBeyondAnHour() {
        RedeliveryPolicy doubling = new RedeliveryPolicy(-1, 1_000, 2);
        assertThat(doubling.after(3_000_000)).isEqualTo(3_600_000);
        assertThat(doubling.after(3_600_000)).isEqualTo(3_600_000);
        assertThat(doubling.after(7_200_000)).as("set longer").isEqualTo(7_200_000);
    }

    @Test
    void shouldCountAndBackOffOnlyAfterWhatTheServiceHasRefused() {
        RedeliveryPolicy doubling = new RedeliveryPolicy(2, 2_000, 2);
        Received<String> one = unordered.deliver(1);
        unordered.acts();
        for (Outcome outcome : List.of(UNTRIED, FAILS, UNTRIED, UNTRIED, FAILS, UNTRIED)) {
            unordered.end(one, outcome, doubling);
            unordered.runFor(10_000);
        }
        assertThat(one.attempts()).isEqualTo(2);
        unordered.end(one, FAILS, doubling);
        assertThat(unordered.acts()).containsExactly("give up 1");
    }

    @Test
    void shouldTryAgainSoonWhatCouldNotBeTried() {
        Received<String> one = unordered.deliver(1);
        unordered.acts();
        unordered.end(one, UNTRIED, new RedeliveryPolicy(-1, 60_000, 1));
        assertThat(unordered.runFor(1_000)).containsExactly("deliver 1@1000");
        unordered.end(one, UNTRIED, new RedeliveryPolicy(-1, 100, 1));
        assertThat(unordered.runFor(100)).containsExactly("deliver 1@1100");
    }

    @Test
    void shouldGiveUpAsThePolicySaysAndListItOnceThatIsNoted() {
        Received<String> one = unordered.deliver(1);
        unordered.acts();
        unordered.end(one, FAILS, new RedeliveryPolicy(1, 1_000, 1));
        assertThat(unordered.runFor(1_000)).containsExactly("deliver 1@1000");
        unordered.end(one, FAILS, new RedeliveryPolicy(1, 1_000, 1));
        assertThat(unordered.acts()).containsExactly("give up 1");
        unordered.add(unordered.inbound.postponed(one, unordered.nowNanos));
        assertThat(unordered.runFor(60_000)).containsExactly("give up 1@2000");
        unordered.add(unordered.inbound.givenUp(one, unordered.nowNanos));
        assertThat(unordered.acts()).containsExactly("list 1");
        assertThat(one.state()).isEqualTo(ReceivedState.GIVEN_UP);
        assertThat(one.failure()).isEqualTo("on purpose");
        assertThat(unordered.inbound.isEmpty()).isTrue();
        assertThat(unordered.runFor(60_000)).isEmpty();
    }

    @Test
    void shouldBeginAnewWhenAnOperatorRetries() {
        Received<String> one = unordered.deliver(1);
        unordered.end(one, FAILS, ONCE);
        unordered.add(unordered.inbound.givenUp(one, unordered.nowNanos));
        unordered.acts();
        unordered.add(unordered.inbound.retry(one, unordered.nowNanos));
        assertThat(unordered.acts()).containsExactly("deliver 1");
        unordered.end(one, FAILS, new RedeliveryPolicy(1, 1_000, 1));
        assertThat(unordered.runFor(1_000)).as("the first of its new attempts").containsExactly("deliver 1@1000");
    }

    @Test
    void shouldTryOnlyTheNoteAgainOnceTheServiceHasReturned() {
        Received<String> one = inOrder.deliver(1);
        inOrder.deliver(2);
        inOrder.end(one, Outcomes.UNNOTED);
        assertThat(inOrder.acts()).containsExactly("deliver 1", "note 1");
        inOrder.add(inOrder.inbound.postponed(one, inOrder.nowNanos));
        assertThat(inOrder.runFor(1_000)).as("2 waits").containsExactly("note 1@1000");
        inOrder.leave(one, Act.End.SETTLED);
        assertThat(inOrder.acts()).containsExactly("settled 1", "deliver 2");
    }

    @Test
    void shouldLeaveAMessageToItsOwner() {
        Received<String> one = inOrder.deliver(1);
        inOrder.end(one, Outcomes.TAKEN);
        assertThat(inOrder.acts()).containsExactly("deliver 1", "abandoned 1");
        Received<String> two = inOrder.deliver(2);
        inOrder.end(two, FAILS, ONCE);
        inOrder.leave(two, Act.End.ABANDONED);
        assertThat(inOrder.acts()).containsExactly("deliver 2", "give up 2", "abandoned 2");
    }

    @Test
    void shouldDeliverWhatAnEarlierLifeHasAcceptedLowestFirst() {
        inOrder.acknowledged(1, 2, 3, 4);
        inOrder.inbound.recover(4, "m4", inOrder.nowNanos);
        inOrder.inbound.recover(3, "m3", inOrder.nowNanos);
        inOrder.inbound.recover(3, "again", inOrder.nowNanos);
        inOrder.add(inOrder.inbound.look(inOrder.nowNanos));
        assertThat(inOrder.acts()).containsExactly("deliver 3");
        inOrder.end(inOrder.here(3), Outcomes.DELIVERED);
        assertThat(inOrder.acts()).containsExactly("settled 3", "deliver 4");
    }

    @Test
    void shouldDeliverNothingWhileItIsSuspendedButNoteWhatWasDelivered() {
        Received<String> one = unordered.deliver(1);
        unordered.acts();
        unordered.inbound.suspend();
        unordered.deliver(2);
        unordered.end(one, Outcomes.UNNOTED);
        assertThat(unordered.acts()).containsExactly("note 1");
        assertThat(unordered.looks).isEmpty();
        unordered.leave(one, Act.End.SETTLED);
        assertThat(unordered.inbound.isEmpty()).isFalse();
        unordered.add(unordered.inbound.resume(unordered.nowNanos));
        assertThat(unordered.acts()).containsExactly("settled 1", "deliver 2");
    }

    @Test
    void shouldRememberThatItIsSuspended() {
        unordered.inbound.suspend();
        assertThat(unordered.inbound.isEmpty()).isFalse();
        unordered.add(unordered.inbound.resume(unordered.nowNanos));
        assertThat(unordered.inbound.isEmpty()).isTrue();
    }

    @Test
    void shouldBeginNothingWhenItIsClosed() {
        Received<String> one = unordered.deliver(1);
        unordered.acts();
        unordered.inbound.close();
        unordered.deliver(2);
        assertThat(unordered.acts()).isEmpty();
        assertThat(unordered.inbound.isBusy(unordered.nowNanos))
                .as("1 is being delivered")
                .isTrue();
        unordered.end(one, UNTRIED);
        assertThat(unordered.inbound.isBusy(unordered.nowNanos)).isFalse();
        assertThat(unordered.runFor(60_000)).isEmpty();
    }

    @Test
    void shouldForgetEverythingWhenItIsStopped() {
        Received<String> one = inOrder.deliver(1);
        Received<String> two = inOrder.deliver(2);
        Received<String> three = inOrder.arrive(3);
        inOrder.inbound.requests().add(4, 0, Received.Kind.ANSWERED, request("4"));
        inOrder.inbound.suspend();
        inOrder.acts();
        inOrder.add(inOrder.inbound.stop());
        assertThat(inOrder.acts()).containsExactly("abandoned 1", "abandoned 2", "abandoned 3", "resume 4");
        assertThat(inOrder.inbound.isEmpty()).isTrue();
        // The running delivery ends late.
        inOrder.end(one, FAILS, ONCE);
        inOrder.add(inOrder.inbound.accepted(three, inOrder.nowNanos));
        inOrder.add(inOrder.inbound.handedOver(three, inOrder.nowNanos));
        inOrder.leave(two, Act.End.SETTLED);
        inOrder.add(inOrder.inbound.postponed(two, inOrder.nowNanos));
        inOrder.add(inOrder.inbound.givenUp(two, inOrder.nowNanos));
        assertThat(inOrder.acts()).isEmpty();
        assertThat(inOrder.inbound.isEmpty()).isTrue();
        assertThat(inOrder.inbound.isBusy(inOrder.nowNanos)).isFalse();
    }

    @Test
    void shouldLetAnOperatorDiscardWhatWaits() {
        Received<String> one = unordered.deliver(1);
        unordered.end(one, FAILS);
        unordered.leave(one, Act.End.SETTLED);
        assertThat(unordered.acts()).containsExactly("deliver 1", "settled 1");
        assertThat(unordered.runFor(60_000)).isEmpty();
        assertThat(unordered.inbound.isEmpty()).isTrue();
    }

    @Test
    void shouldRefuseTransitionsThatMakeNoSense() {
        Received<String> one = unordered.deliver(1);
        assertThatThrownBy(() -> unordered.inbound.accepted(one, unordered.nowNanos))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("message 1 cannot become ACCEPTED, it is RUNNING");
    }

    @Test
    void shouldBeBusyAsLongAsSomethingIsDue() {
        Received<String> one = unordered.deliver(1);
        assertThat(unordered.inbound.isBusy(unordered.nowNanos)).isTrue();
        unordered.end(one, FAILS);
        assertThat(unordered.inbound.isBusy(unordered.nowNanos))
                .as("it waits for its time")
                .isFalse();
        unordered.nowNanos = unordered.looks.element();
        assertThat(unordered.inbound.isBusy(unordered.nowNanos)).isTrue();
    }
}
