package io.github.restartoracle.internal.inbound;

import static io.github.restartoracle.internal.inbound.InboundFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ArrivalDecisionTest {
    private static final Received.Kind ANSWERED = Received.Kind.ANSWERED;
    private static final Received.Kind ONE_WAY = Received.Kind.ONE_WAY;
    private static final Received.Kind TENTATIVE = Received.Kind.TENTATIVE;

    @Test
    void shouldTellACopyFromAMessage() {
        InboundFixture sequence = InboundFixture.unordered(8);
        assertThat(sequence.inbound.decide(1, 0, ONE_WAY)).isEqualTo(ArrivalDecision.NEW);
        Received<String> one = sequence.arrive(1);
        assertThat(sequence.inbound.decide(1, 0, ONE_WAY)).isEqualTo(ArrivalDecision.BUSY);
        sequence.accept(one);
        assertThat(sequence.inbound.decide(1, 0, ONE_WAY)).isEqualTo(ArrivalDecision.COPY);
        sequence.end(one, Outcomes.DELIVERED);
        assertThat(sequence.inbound.get(1)).isNull();
        assertThat(sequence.inbound.decide(1, 0, ONE_WAY)).as("delivered").isEqualTo(ArrivalDecision.COPY);
    }

    @Test
    void shouldLetACopyWaitUntilTheMessageIsStored() {
        InboundFixture sequence = InboundFixture.unordered(8);
        Received<String> one = sequence.arrive(1);
        sequence.inbound.requests().add(1, 0, ANSWERED, request("a"));
        sequence.inbound.requests().add(1, 0, ANSWERED, request("b"));
        sequence.deliver(2);
        assertThat(sequence.acts()).containsExactly("deliver 2");
        sequence.accept(one);
        assertThat(sequence.acts()).containsExactly("resume a", "resume b");
        assertThat(sequence.inbound.decide(1, 0, ONE_WAY)).isEqualTo(ArrivalDecision.COPY);
    }

    @Test
    void shouldTakeACopyInsteadOfAMessageThatCouldNotBeStored() {
        InboundFixture sequence = InboundFixture.unordered(8);
        Received<String> one = sequence.arrive(1);
        sequence.inbound.requests().add(1, 0, ANSWERED, request("copy"));
        sequence.leave(one, Act.End.REJECTED);
        assertThat(sequence.acts()).containsExactly("rejected 1", "resume copy");
        assertThat(sequence.inbound.decide(1, 0, ONE_WAY)).isEqualTo(ArrivalDecision.NEW);
        assertThat(sequence.inbound.isEmpty()).isTrue();
    }

    /** Covers order: a one-way message need not wait for lower ones. */
    @Test
    void shouldTakeAOneWayCopyInsteadThoughLowerMessagesWait() {
        InboundFixture sequence = InboundFixture.inOrder();
        sequence.deliver(1);
        Received<String> three = sequence.arrive(3);
        sequence.inbound.requests().add(3, 0, ONE_WAY, request("copy"));
        sequence.acts();
        sequence.leave(three, Act.End.REJECTED);
        assertThat(sequence.acts()).containsExactly("rejected 3", "resume copy");
    }

    @Test
    void shouldAcceptATentativeMessageByItsDelivery() {
        InboundFixture sequence = InboundFixture.unordered(8);
        Received<String> one = sequence.arrive(1, TENTATIVE);
        assertThat(sequence.inbound.decide(1, 0, TENTATIVE)).isEqualTo(ArrivalDecision.BUSY);
        sequence.add(sequence.inbound.accepted(one, sequence.nowNanos));
        assertThat(sequence.inbound.decide(1, 0, TENTATIVE)).as("in progress").isEqualTo(ArrivalDecision.COPY);
        sequence.end(one, Outcomes.failed("no"));
        assertThat(sequence.acts()).containsExactly("abandoned 1");
        assertThat(sequence.inbound.decide(1, 0, TENTATIVE)).isEqualTo(ArrivalDecision.NEW);
        Received<String> again = sequence.arrive(1, TENTATIVE);
        sequence.add(sequence.inbound.accepted(again, sequence.nowNanos));
        sequence.end(again, Outcomes.DELIVERED);
        assertThat(sequence.acts()).containsExactly("settled 1");
        assertThat(sequence.inbound.isEmpty()).isTrue();
    }

    @Test
    void shouldLetAnAnsweredMessageWaitForLowerOnes() {
        InboundFixture sequence = InboundFixture.inOrder();
        assertThat(sequence.inbound.decide(2, 0, ANSWERED)).isEqualTo(ArrivalDecision.EARLY);
        sequence.inbound.requests().add(2, 0, ANSWERED, request("2"));
        sequence.inbound.requests().add(2, 0, ANSWERED, request("copy of 2"));
        sequence.inbound.requests().add(3, 0, ANSWERED, request("3"));
        Received<String> one = sequence.deliver(1);
        assertThat(sequence.acts()).containsExactly("deliver 1");
        assertThat(sequence.inbound.decide(2, 0, ANSWERED))
                .as("1 is not delivered")
                .isEqualTo(ArrivalDecision.EARLY);
        sequence.end(one, Outcomes.DELIVERED);
        assertThat(sequence.acts()).containsExactly("settled 1", "resume 2", "resume copy of 2");
        Received<String> two = sequence.accept(2);
        sequence.end(two, Outcomes.DELIVERED);
        assertThat(sequence.acts()).containsExactly("settled 2", "resume 3");
    }

    @Test
    void shouldForgetARequestThatWaitsNoMore() {
        InboundFixture sequence = InboundFixture.inOrder();
        Runnable gone = request("gone");
        sequence.inbound.requests().add(2, 0, ANSWERED, gone);
        sequence.inbound.requests().remove(2, gone);
        sequence.inbound.requests().remove(3, gone);
        assertThat(sequence.inbound.isEmpty()).isTrue();
        Received<String> one = sequence.deliver(1);
        sequence.end(one, Outcomes.DELIVERED);
        assertThat(sequence.acts()).containsExactly("deliver 1", "settled 1");
    }

    @Test
    void shouldAcceptAOneWayMessageWheneverItComes() {
        InboundFixture sequence = InboundFixture.inOrder();
        assertThat(sequence.inbound.decide(5, 0, ONE_WAY)).isEqualTo(ArrivalDecision.NEW);
        assertThat(sequence.inbound.isTurnOf(5)).isFalse();
    }

    @Test
    void shouldLeaveOutWhatComesLateWhereGapsDoNotMatter() {
        InboundFixture sequence = InboundFixture.inOrderWithGaps();
        Received<String> five = sequence.deliver(5);
        assertThat(sequence.acts()).containsExactly("deliver 5");
        assertThat(sequence.inbound.decide(4, 0, ONE_WAY)).isEqualTo(ArrivalDecision.LATE);
        assertThat(sequence.inbound.decide(6, 0, ONE_WAY)).isEqualTo(ArrivalDecision.NEW);
        assertThat(sequence.inbound.decide(6, 0, ANSWERED))
                .as("5 is not delivered")
                .isEqualTo(ArrivalDecision.EARLY);
        sequence.end(five, Outcomes.DELIVERED);
        assertThat(sequence.inbound.decide(6, 0, ANSWERED)).isEqualTo(ArrivalDecision.NEW);
    }

    @Test
    void shouldNeedTheNextMessageInOrder() {
        InboundFixture sequence = InboundFixture.inOrder();
        sequence.acknowledged(1, 2, 3, 4);
        assertThat(sequence.inbound.isNeeded(5)).isTrue();
        assertThat(sequence.inbound.isNeeded(6)).isFalse();
        Received<String> five = sequence.deliver(5);
        sequence.accept(7);
        assertThat(sequence.inbound.isNeeded(6)).as("5 is not delivered").isFalse();
        sequence.end(five, Outcomes.DELIVERED);
        assertThat(sequence.inbound.isNeeded(6)).as("7 waits for it").isTrue();
        assertThat(InboundFixture.unordered(1).inbound.isNeeded(1)).isFalse();
        assertThat(InboundFixture.inOrderWithGaps().inbound.isNeeded(1)).isFalse();
    }

    @Test
    void shouldRefuseARequestThatHasWaitedForAMinuteOrComesAfterAHundred() {
        InboundFixture sequence = InboundFixture.inOrder();
        long since = sequence.nowNanos;
        assertThat(sequence.inbound.requests().patienceNanos(0, false, since, since + TimeUnit.SECONDS.toNanos(59)))
                .isEqualTo(TimeUnit.SECONDS.toNanos(1));
        assertThat(sequence.inbound.requests().patienceNanos(0, false, since, since + TimeUnit.SECONDS.toNanos(60)))
                .isZero();
        for (int i = 0; i < 100; i++) {
            assertThat(sequence.inbound.requests().patienceNanos(0, false, since, since))
                    .isPositive();
            sequence.inbound.requests().add(2, 0, ANSWERED, request("copy " + i));
        }
        assertThat(sequence.inbound.requests().patienceNanos(0, false, since, since))
                .isZero();
    }

    @Test
    void shouldDeliverACopyBesideAMessageThatHasLeftUnlessTheOrderMatters() {
        for (Assurance assurance : Assurance.values()) {
            for (boolean inOrder : new boolean[] {false, true}) {
                InboundFixture sequence = InboundFixture.of(inOrder, assurance);
                Received<String> one = sequence.accept(1);
                assertThat(sequence.inbound.decide(1, 0, ONE_WAY)).as("is here").isEqualTo(ArrivalDecision.COPY);
                sequence.end(one, Outcomes.DELIVERED);
                assertThat(sequence.inbound.decide(1, 0, ANSWERED)).isEqualTo(ArrivalDecision.COPY);
                assertThat(sequence.inbound.decide(1, 0, ONE_WAY))
                        .as("%s, in order: %s", assurance, inOrder)
                        .isEqualTo(
                                assurance == Assurance.AT_LEAST_ONCE && !inOrder
                                        ? ArrivalDecision.BESIDE
                                        : ArrivalDecision.COPY);
            }
        }
    }

    @Test
    void shouldDeliverACopyOfATentativeMessageUnlessCopiesAreDropped() {
        for (Assurance assurance : Assurance.values()) {
            boolean drops = assurance == Assurance.EXACTLY_ONCE || assurance == Assurance.AT_MOST_ONCE;
            for (boolean inOrder : new boolean[] {false, true}) {
                InboundFixture sequence = InboundFixture.of(inOrder, assurance);
                sequence.accept(sequence.arrive(1, TENTATIVE));
                assertThat(sequence.inbound.decide(1, 0, TENTATIVE))
                        .as("%s, in order: %s", assurance, inOrder)
                        .isEqualTo(drops ? ArrivalDecision.COPY : ArrivalDecision.BESIDE);
            }
        }
    }

    @Test
    void shouldAnswerLastOnlyWhoseTurnItIs() {
        InboundFixture sequence = InboundFixture.inOrder();
        assertThat(sequence.inbound.mayAnswerLast(1)).isTrue();
        assertThat(sequence.inbound.mayAnswerLast(2)).as("1 is missing").isFalse();
        sequence.inbound.suspend();
        assertThat(sequence.inbound.mayAnswerLast(1)).as("suspended").isFalse();
        sequence.add(sequence.inbound.resume(sequence.nowNanos));
        sequence.deliver(1);
        assertThat(sequence.inbound.mayAnswerLast(2)).as("1 is being delivered").isFalse();
        assertThat(InboundFixture.unordered(1).inbound.mayAnswerLast(2)).isTrue();
    }

    @Test
    void shouldWithholdAnAcknowledgementUntilTheFirstDeliveryHasEnded() {
        InboundFixture sequence = InboundFixture.unordered(8);
        long number = 0;
        for (Outcome outcome : List.of(
                Outcomes.DELIVERED, Outcomes.UNNOTED, Outcomes.TAKEN, Outcomes.failed("no"), Outcomes.untried("no"))) {
            Received<String> message = sequence.arrive(++number);
            sequence.inbound.withhold(message);
            sequence.accept(message);
            assertThat(sequence.inbound.withheld()).containsExactly(number);
            sequence.end(message, outcome);
            assertThat(sequence.inbound.withheld()).as("%s", outcome).isEmpty();
        }
    }

    @Test
    void shouldWithholdAnAcknowledgementNoLongerThanUntilACopyComes() {
        InboundFixture sequence = InboundFixture.unordered(8);
        sequence.inbound.withhold(sequence.arrive(1));
        sequence.inbound.withhold(sequence.arrive(2));
        sequence.inbound.acknowledge(1);
        sequence.inbound.acknowledge(1);
        assertThat(sequence.inbound.withheld()).containsExactly(2L);
        sequence.leave(sequence.here(2), Act.End.REJECTED);
        assertThat(sequence.inbound.withheld()).as("was not accepted").isEmpty();
    }

    @Test
    void shouldWithholdNothingWhenItsSequenceEndsOrIsStopped() {
        InboundFixture sequence = InboundFixture.unordered(8);
        Received<String> one = sequence.arrive(1);
        sequence.inbound.withhold(one);
        assertThat(sequence.inbound.end()).isFalse();
        assertThat(sequence.inbound.withheld()).as("is being accepted").containsExactly(1L);
        sequence.accept(one);
        assertThat(sequence.inbound.end()).isTrue();
        assertThat(sequence.inbound.withheld()).isEmpty();
        sequence.inbound.endNoted();
        sequence.inbound.withhold(sequence.arrive(2));
        Received<String> three = sequence.arrive(3);
        sequence.add(sequence.inbound.stop());
        sequence.inbound.withhold(three);
        assertThat(sequence.inbound.withheld()).isEmpty();
    }

    @Test
    void shouldWaitUntilTheFormerOfItsCallerIsDelivered() {
        InboundFixture sequence = InboundFixture.unordered(8);
        assertThat(sequence.inbound.decide(2, 1, ONE_WAY)).as("has not come").isEqualTo(ArrivalDecision.EARLY);
        sequence.inbound.requests().add(2, 1, ONE_WAY, request("two"));
        Received<String> one = sequence.arrive(1);
        assertThat(sequence.inbound.decide(2, 1, ONE_WAY)).as("is being stored").isEqualTo(ArrivalDecision.EARLY);
        sequence.accept(one);
        assertThat(sequence.inbound.decide(2, 1, ONE_WAY)).as("has its request").isEqualTo(ArrivalDecision.EARLY);
        sequence.add(sequence.inbound.handedOver(one, sequence.nowNanos));
        assertThat(sequence.inbound.decide(2, 1, ONE_WAY)).as("runs").isEqualTo(ArrivalDecision.EARLY);
        assertThat(sequence.acts()).containsExactly("deliver 1");
        sequence.end(one, Outcomes.DELIVERED);
        assertThat(sequence.acts()).containsExactly("settled 1", "resume two");
        assertThat(sequence.inbound.decide(2, 1, ONE_WAY)).isEqualTo(ArrivalDecision.NEW);
    }

    @Test
    void shouldNotWaitForAFurtherDeliveryOfTheFormer() {
        InboundFixture sequence = InboundFixture.unordered(8);
        Received<String> one = sequence.deliver(1);
        sequence.inbound.requests().add(2, 1, ONE_WAY, request("two"));
        sequence.acts();
        sequence.end(one, Outcomes.failed("on purpose"));
        assertThat(sequence.acts()).containsExactly("resume two");
        assertThat(sequence.runFor(1_000)).containsExactly("deliver 1@1000");
        assertThat(sequence.inbound.decide(2, 1, ONE_WAY)).isEqualTo(ArrivalDecision.NEW);
    }

    @Test
    void shouldWaitForNoMessageThatCannotComeFirst() {
        InboundFixture sequence = InboundFixture.unordered(8);
        for (long after : new long[] {Long.MIN_VALUE, -1, 0, 2, 3, Long.MAX_VALUE}) {
            assertThat(sequence.inbound.decide(2, after, ONE_WAY)).isEqualTo(ArrivalDecision.NEW);
        }
        assertThat(InboundFixture.inOrder().inbound.decide(2, 1, ONE_WAY)).isEqualTo(ArrivalDecision.NEW);
        sequence.inbound.suspend();
        assertThat(sequence.inbound.decide(2, 1, ONE_WAY))
                .as("no delivery begins")
                .isEqualTo(ArrivalDecision.NEW);
    }

    @Test
    void shouldWaitForTheFormerOfItsCallerForSoLong() {
        WaitingRequests requests = InboundFixture.unordered(8).inbound.requests();
        long second = TimeUnit.SECONDS.toNanos(1);
        assertThat(requests.patienceNanos(1, false, 0, second)).isEqualTo(second);
        assertThat(requests.patienceNanos(1, false, 0, 2 * second)).isZero();
        assertThat(requests.patienceNanos(1, true, 0, 9 * second)).isEqualTo(second);
        assertThat(requests.patienceNanos(1, true, 0, 10 * second)).isZero();
    }

    /** Covers requests that cannot do without the decision: messages of callers take no place from them. */
    @Test
    void shouldCountRequestsThatWaitForOthersOfTheirCallerApart() {
        WaitingRequests requests = InboundFixture.unordered(8).inbound.requests();
        for (int i = 0; i < 256; i++) {
            assertThat(requests.patienceNanos(1, true, 0, 0)).isPositive();
            requests.add(2, 1, ONE_WAY, request("copy " + i));
        }
        assertThat(requests.patienceNanos(1, true, 0, 0)).isZero();
        assertThat(requests.patienceNanos(0, false, 0, 0)).isPositive();
    }
}
