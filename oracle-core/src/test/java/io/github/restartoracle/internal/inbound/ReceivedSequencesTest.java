package io.github.restartoracle.internal.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReceivedSequencesTest {
    private static final Duration MONTH = Duration.ofDays(30);

    private final ReceivedSequences<String> sequences =
            new ReceivedSequences<>(() -> new SequenceLimits(5, 3, Duration.ofSeconds(10), Duration.ofDays(1), MONTH));
    private final Set<String> present = new HashSet<>();
    private long nowNanos = -42;

    private String create(String name, @Nullable String source, @Nullable Duration lifetime) {
        present.add(name);
        sequences.add(name, source, lifetime, nowNanos);
        return name;
    }

    private void use(String sequence) {
        sequences.used(sequence, () -> "somewhere", nowNanos);
    }

    private List<String> due() {
        return sequences.takeDue(
                name -> present.contains(name) ? ReceivedSequences.Presence.LIVING : ReceivedSequences.Presence.ABSENT,
                nowNanos);
    }

    private @Nullable String roomFor(String source) {
        return sequences.takeForRoom(source, nowNanos);
    }

    private void pass(Duration time) {
        nowNanos += time.toNanos();
    }

    @Test
    void shouldEndAnUnusedSequenceAfterADay() {
        create("a", "here", MONTH);
        pass(Duration.ofHours(23));
        assertThat(due()).isEmpty();
        create("b", "here", null);
        pass(Duration.ofHours(1));
        assertThat(due()).containsExactly("a");
        assertThat(due()).isEmpty();
        assertThat(sequences.contains("b")).isTrue();
    }

    @Test
    void shouldEndASequenceThatHasOutlivedItsLifetimeWhenNothingComesOfItAnyMore() {
        String idle = create("idle", "here", Duration.ofHours(30));
        String busy = create("busy", "here", Duration.ofHours(30));
        use(idle);
        use(busy);
        pass(Duration.ofHours(29));
        use(busy);
        assertThat(due()).isEmpty();
        pass(Duration.ofHours(1));
        assertThat(due()).containsExactly("idle");
        for (int day = 0; day < 100; day++) {
            pass(Duration.ofHours(23));
            use(busy);
            assertThat(due()).as("its source still sends in it").isEmpty();
        }
        pass(Duration.ofDays(1));
        assertThat(due()).containsExactly("busy");
    }

    @Test
    void shouldKeepASequenceWithoutALifetimeForAsLongAsOursAfterItsLastMessage() {
        String endless = create("endless", "here", null);
        for (int week = 0; week < 200; week++) {
            use(endless);
            pass(Duration.ofDays(29));
            assertThat(due()).isEmpty();
        }
        pass(Duration.ofDays(1));
        assertThat(due()).containsExactly("endless");
    }

    @Test
    void shouldRefuseOnlyWhileAllOthersAreUsedOrYoung() {
        for (int i = 0; i < 3; i++) {
            use(create("used " + i, "here", MONTH));
        }
        assertThat(sequences.isFull("here")).isTrue();
        pass(Duration.ofHours(1));
        assertThat(roomFor("here")).isNull();
        assertThat(sequences.isFull("there")).isFalse();
        String unused = create("unused", "there", MONTH);
        create("young", "there", MONTH);
        assertThat(sequences.isFull("elsewhere")).as("in all").isTrue();
        pass(Duration.ofSeconds(9));
        assertThat(roomFor("elsewhere")).isNull();
        pass(Duration.ofSeconds(1));
        assertThat(roomFor("here")).as("none of its own").isNull();
        assertThat(roomFor("elsewhere")).isEqualTo(unused);
        assertThat(sequences.isFull("elsewhere")).isFalse();
    }

    @Test
    void shouldMakeRoomOfTheOldestUnusedSequenceOfTheSourceThatHasTooMany() {
        create("other", "there", MONTH);
        use(create("used", "here", MONTH));
        String older = create("older", "here", MONTH);
        create("newer", "here", MONTH);
        pass(Duration.ofSeconds(10));
        assertThat(roomFor("here")).isEqualTo(older);
    }

    @Test
    void shouldForgetASequenceThatItsSourceHasTerminated() {
        String terminated = create("terminated", "here", MONTH);
        present.remove(terminated);
        assertThat(due()).as("CXF may not have added it yet").isEmpty();
        pass(Duration.ofMinutes(1));
        assertThat(due()).as("with what was offered").containsExactly("terminated");
        assertThat(sequences.isEmpty()).isTrue();
    }

    /** Covers a first message that comes after its sequence was chosen to be ended, and before it is. */
    @Test
    void shouldCountASequenceAgainThatIsUsedMeanwhile() {
        String late = create("late", "here", null);
        String idle = create("idle", "here", null);
        pass(Duration.ofDays(1));
        assertThat(due()).containsExactlyInAnyOrder(late, idle);
        use(late);
        assertThat(sequences.contains(late)).isTrue();
        assertThat(sequences.contains(idle)).isFalse();
    }

    @Test
    void shouldLeaveASequenceThatHasEndedToItsLastDeliveries() {
        sequences.add("ended", "here", null, nowNanos);
        pass(Duration.ofDays(2));
        assertThat(sequences.takeDue(name -> ReceivedSequences.Presence.ENDED, nowNanos))
                .isEmpty();
    }

    @Test
    void shouldCountRecoveredSequencesAndLearnWhoseTheyAre() {
        for (int i = 0; i < 3; i++) {
            create("recovered " + i, null, null);
        }
        assertThat(sequences.isFull("somewhere")).isFalse();
        present.forEach(this::use);
        assertThat(sequences.isFull("somewhere")).isTrue();
        create("fourth", "here", null);
        sequences.recovered("fifth", true, nowNanos);
        assertThat(sequences.isFull("elsewhere")).isTrue();
    }
}
