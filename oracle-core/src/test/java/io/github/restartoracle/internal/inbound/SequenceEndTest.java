package io.github.restartoracle.internal.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SequenceEndTest {
    private final InboundFixture inOrder = InboundFixture.inOrder();
    private final Inbound<String> inbound = inOrder.inbound;

    /** Ends the sequence, as its source does. */
    private void end() {
        assertThat(inbound.end()).isTrue();
        inOrder.numbers.close();
        inbound.endNoted();
        inOrder.add(inbound.look(inOrder.nowNanos));
    }

    @Test
    void shouldDeliverInOrderWhatIsBehindAGapWhenTheSequenceHasEnded() {
        inOrder.deliver(5);
        inOrder.deliver(2);
        inOrder.deliver(3);
        assertThat(inOrder.acts()).isEmpty();
        end();
        assertThat(inOrder.acts()).containsExactly("deliver 2");
        inOrder.end(inOrder.here(2), Outcomes.DELIVERED);
        assertThat(inOrder.acts()).containsExactly("settled 2", "deliver 3");
        inOrder.end(inOrder.here(3), Outcomes.DELIVERED);
        assertThat(inOrder.acts()).containsExactly("settled 3", "deliver 5");
    }

    @Test
    void shouldRefuseWhatComesAfterTheEndAndKnowCopies() {
        inOrder.deliver(1);
        end();
        assertThat(inbound.decide(2, 0, Received.Kind.ONE_WAY)).isEqualTo(ArrivalDecision.CLOSED);
        assertThat(inbound.decide(2, 0, Received.Kind.ANSWERED)).isEqualTo(ArrivalDecision.CLOSED);
        assertThat(inbound.decide(1, 0, Received.Kind.ONE_WAY)).isEqualTo(ArrivalDecision.COPY);
    }

    @Test
    void shouldRefuseARequestThatWaitsForAMissingMessage() {
        assertThat(inbound.decide(2, 0, Received.Kind.ANSWERED)).isEqualTo(ArrivalDecision.EARLY);
        inbound.requests().add(2, 0, Received.Kind.ANSWERED, InboundFixture.request("two"));
        end();
        assertThat(inOrder.acts()).containsExactly("resume two");
        assertThat(inbound.decide(2, 0, Received.Kind.ANSWERED)).isEqualTo(ArrivalDecision.CLOSED);
    }

    @Test
    void shouldNotEndWhileAMessageIsBeingAccepted() {
        Received<String> stored = inOrder.arrive(2);
        assertThat(inbound.end()).isFalse();
        assertThat(inbound.decide(3, 0, Received.Kind.ONE_WAY)).isEqualTo(ArrivalDecision.NEW);
        inOrder.accept(stored);
        assertThat(inbound.end()).isTrue();
    }

    @Test
    void shouldNotEndWhileAMessageIsDeliveredThatIsAcknowledgedAfterThat() {
        inOrder.add(inbound.accepted(inOrder.arrive(1, Received.Kind.TENTATIVE), inOrder.nowNanos));
        assertThat(inbound.end()).isFalse();
    }

    @Test
    void shouldAcceptNothingWhileTheEndIsBeingNotedAndGoOnIfThatFails() {
        assertThat(inbound.end()).isTrue();
        assertThat(inbound.isEmpty()).as("may be forgotten").isFalse();
        assertThat(inbound.decide(1, 0, Received.Kind.ONE_WAY)).isEqualTo(ArrivalDecision.CLOSED);
        inbound.endNoted();
        assertThat(inbound.isEmpty()).isTrue();
        assertThat(inbound.decide(1, 0, Received.Kind.ONE_WAY)).isEqualTo(ArrivalDecision.NEW);
    }

    @Test
    void shouldTellSinceWhenMessagesAreHeld() {
        assertThat(inbound.heldSince()).isEmpty();
        inOrder.deliver(1);
        inOrder.end(inOrder.here(1), Outcomes.DELIVERED);
        long firstNanos = inOrder.nowNanos;
        inOrder.deliver(3);
        inOrder.runFor(500);
        inOrder.deliver(4);
        assertThat(inbound.heldSince()).hasValue(firstNanos);
        inOrder.deliver(2);
        assertThat(inbound.heldSince()).isEmpty();
        inOrder.end(inOrder.here(2), Outcomes.DELIVERED);
        assertThat(inOrder.acts()).contains("deliver 3");
        assertThat(inbound.heldSince()).isEmpty();
    }

    @Test
    void shouldHoldNothingOnceTheSequenceHasEndedNorWithoutOrder() {
        inOrder.deliver(3);
        end();
        assertThat(inbound.heldSince()).isEmpty();
        InboundFixture unordered = InboundFixture.unordered(1);
        unordered.deliver(2);
        unordered.deliver(3);
        assertThat(unordered.inbound.heldSince()).isEmpty();
    }
}
