package io.github.restartoracle.internal.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.internal.sequence.SequenceState;
import io.github.restartoracle.internal.sequence.Unacknowledged;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class UnacknowledgedTest {
    private final PathFixture path = new PathFixture(100, 8, false);
    private final SequenceState<Message<String>> state = PathFixture.of(path.sequence);
    private final Unacknowledged<Message<String>> sequence = state.messages();

    private Message<String> add(long number) {
        Message<String> message = unsent(number);
        path.path.transmit(message, path.now());
        return message;
    }

    private Message<String> unsent(long number) {
        Message<String> message = PathFixture.message(path.sequence, number);
        path.path.add(message, path.now());
        return message;
    }

    private final Set<Message<String>> awaited = new HashSet<>();

    private List<Message<String>> acknowledge(long[] ranges) {
        List<Message<String>> neverSent = new ArrayList<>();
        List<Message<String>> fresh = state.acknowledge(ranges, awaited::contains, neverSent);
        assertThat(neverSent).isEmpty();
        return fresh;
    }

    @Test
    void shouldKeepWhatHasNotLeftUntilItIsAcknowledgedAgain() {
        Message<String> left = add(1);
        Message<String> unsent = unsent(2);
        Message<String> sameNumber = unsent(2);
        List<Message<String>> neverSent = new ArrayList<>();
        assertThat(state.acknowledge(new long[] {1, 2}, kept -> false, neverSent))
                .containsExactly(left);
        assertThat(neverSent).as("one of those with number 2").hasSize(1);
        assertThat(acknowledge(new long[] {1, 2})).isEmpty();
        assertThat(sequence.size()).isEqualTo(2);
        path.path.transmit(sameNumber, path.now());
        assertThat(acknowledge(new long[] {1, 2})).containsExactly(sameNumber);
        path.path.transmit(unsent, path.now());
        assertThat(acknowledge(new long[] {1, 1})).isEmpty();
        assertThat(acknowledge(new long[] {1, 2})).containsExactly(unsent);
        assertThat(sequence.size()).isZero();
    }

    @Test
    void shouldAcknowledgeBothOfTwoMessagesWithOneNumber() {
        Message<String> first = add(3);
        Message<String> second = add(3);
        assertThat(sequence.size()).isEqualTo(2);
        assertThat(sequence.ascending()).containsExactly(first, second);
        assertThat(acknowledge(new long[] {3, 3})).containsExactlyInAnyOrder(first, second);
        assertThat(sequence.size()).isZero();
        assertThat(sequence.get(3)).isNull();
    }

    @Test
    void shouldReturnWhatIsNewInAscendingOrder() {
        Message<String> second = add(2);
        Message<String> first = add(1);
        Message<String> fourth = add(4);
        assertThat(acknowledge(new long[] {4, 4, 1, 2})).containsExactly(first, second, fourth);
        assertThat(acknowledge(new long[] {1, 4})).isEmpty();
        assertThat(sequence.highestNumber()).isEqualTo(4);
    }

    @Test
    @Timeout(5)
    void shouldNotWalkMillionsWhenARecoveredSequenceIsFirstAcknowledged() {
        long behind = 1_000_000_000_000L;
        Message<String> recovered = add(behind + 1);
        add(behind + 9);
        assertThat(acknowledge(new long[] {1, behind + 1})).containsExactly(recovered);
        assertThat(sequence.size()).isOne();
    }

    @Test
    void shouldTakeOutEverythingWhenDropped() {
        List<Message<String>> all = List.of(add(1), add(2), add(2));
        assertThat(state.removeAll()).containsExactlyElementsOf(all);
        assertThat(sequence.size()).isZero();
    }

    @Test
    void shouldKeepWhatIsAwaitedUntilItIsAcknowledgedLater() {
        Message<String> first = add(1);
        Message<String> second = add(2);
        awaited.add(first);
        assertThat(acknowledge(new long[] {1, 2})).containsExactly(second);
        assertThat(acknowledge(new long[] {1, 2})).isEmpty();
        assertThat(sequence.size()).isEqualTo(1);
        awaited.clear();
        assertThat(acknowledge(new long[] {1, 2})).containsExactly(first);
        assertThat(sequence.size()).isZero();
    }
}
