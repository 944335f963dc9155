package io.github.restartoracle.wsrm.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class OutboundSequenceTest {
    private final OutboundSequence sequence = new PathFixture(100, 8, false).sequence;

    private Outgoing add(long number) {
        Outgoing message = new Outgoing(sequence, number, PathFixture.template(), false);
        message.earlierAttempts = 1;
        sequence.add(message);
        return message;
    }

    private List<Outgoing> acknowledge(long[] ranges) {
        List<Outgoing> neverSent = new ArrayList<>();
        List<Outgoing> fresh = sequence.acknowledge(ranges, neverSent);
        assertThat(neverSent).isEmpty();
        return fresh;
    }

    @Test
    void shouldKeepWhatHasNotLeftUntilItIsAcknowledgedAgain() {
        Outgoing left = add(1);
        Outgoing unsent = add(2);
        Outgoing sameNumber = add(2);
        unsent.earlierAttempts = 0;
        sameNumber.earlierAttempts = 0;
        List<Outgoing> neverSent = new ArrayList<>();
        assertThat(sequence.acknowledge(new long[] {1, 2}, neverSent)).containsExactly(left);
        assertThat(neverSent).as("one of those with number 2").hasSize(1);
        assertThat(acknowledge(new long[] {1, 2})).isEmpty();
        assertThat(sequence.size()).isEqualTo(2);
        sameNumber.earlierAttempts = 1;
        assertThat(acknowledge(new long[] {1, 2})).containsExactly(sameNumber);
        unsent.earlierAttempts = 1;
        assertThat(acknowledge(new long[] {1, 1})).isEmpty();
        assertThat(acknowledge(new long[] {1, 2})).containsExactly(unsent);
        assertThat(sequence.size()).isZero();
    }

    @Test
    void shouldAcknowledgeBothOfTwoMessagesWithOneNumber() {
        Outgoing first = add(3);
        Outgoing second = add(3);
        assertThat(sequence.size()).isEqualTo(2);
        assertThat(sequence.ascending()).containsExactly(first, second);
        assertThat(acknowledge(new long[] {3, 3})).containsExactlyInAnyOrder(first, second);
        assertThat(sequence.size()).isZero();
        assertThat(sequence.get(3)).isNull();
    }

    @Test
    void shouldReturnWhatIsNewInAscendingOrder() {
        Outgoing second = add(2);
        Outgoing first = add(1);
        Outgoing fourth = add(4);
        assertThat(acknowledge(new long[] {4, 4, 1, 2})).containsExactly(first, second, fourth);
        assertThat(acknowledge(new long[] {1, 4})).isEmpty();
        assertThat(sequence.highestNumber()).isEqualTo(4);
    }

    @Test
    @Timeout(5)
    void shouldNotWalkMillionsWhenARecoveredSequenceIsFirstAcknowledged() {
        long behind = 1_000_000_000_000L;
        Outgoing recovered = add(behind + 1);
        add(behind + 9);
        assertThat(acknowledge(new long[] {1, behind + 1})).containsExactly(recovered);
        assertThat(sequence.size()).isOne();
    }

    @Test
    void shouldTakeOutEverythingWhenDropped() {
        List<Outgoing> all = List.of(add(1), add(2), add(2));
        assertThat(sequence.removeAll()).containsExactlyElementsOf(all);
        assertThat(sequence.size()).isZero();
    }
}
