package io.github.restartoracle.wsrm.internal.destination;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.time.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.cxf.ws.rm.Destination;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.ProtocolVariation;
import org.apache.cxf.ws.rm.RMUtils;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReceivedSequencesTest {
    private static final Duration MONTH = Duration.ofDays(30);

    private final ManualClock clock = new ManualClock(-42);
    private final ReceivedSequences sequences = new ReceivedSequences(
            () -> new DestinationLimits(
                    Duration.ZERO, 5, 3, Duration.ofSeconds(10), Duration.ofDays(1), MONTH, List.of()),
            clock);
    private final Destination destination = new DeliveryFixture().destination();

    private DestinationSequence create(String name, @Nullable String source, @Nullable Duration lifetime) {
        Identifier identifier = new Identifier();
        identifier.setValue(name);
        DestinationSequence sequence = new DestinationSequence(
                identifier, RMUtils.createAnonymousReference(), 0, false, null, ProtocolVariation.RM11WSA200508);
        destination.addSequence(sequence, false);
        sequences.add(ReceivedSequence.of(sequence), source, lifetime);
        return sequence;
    }

    private void use(DestinationSequence sequence) {
        sequences.used(ReceivedSequence.of(sequence), () -> "somewhere");
    }

    private List<String> due() {
        return sequences.takeDue().stream().map(ReceivedSequence::name).toList();
    }

    private void pass(Duration time) {
        clock.advance(time.toNanos());
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
        assertThat(sequences.size()).isOne();
    }

    @Test
    void shouldEndASequenceThatHasOutlivedItsLifetimeWhenNothingComesOfItAnyMore() {
        DestinationSequence idle = create("idle", "here", Duration.ofHours(30));
        DestinationSequence busy = create("busy", "here", Duration.ofHours(30));
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
        DestinationSequence endless = create("endless", "here", null);
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
        assertThat(sequences.takeForRoom("here")).isNull();
        assertThat(sequences.isFull("there")).isFalse();
        DestinationSequence unused = create("unused", "there", MONTH);
        create("young", "there", MONTH);
        assertThat(sequences.isFull("elsewhere")).as("in all").isTrue();
        pass(Duration.ofSeconds(9));
        assertThat(sequences.takeForRoom("elsewhere")).isNull();
        pass(Duration.ofSeconds(1));
        assertThat(sequences.takeForRoom("here")).as("none of its own").isNull();
        assertThat(sequences.takeForRoom("elsewhere")).isEqualTo(ReceivedSequence.of(unused));
        assertThat(sequences.isFull("elsewhere")).isFalse();
    }

    @Test
    void shouldMakeRoomOfTheOldestUnusedSequenceOfTheSourceThatHasTooMany() {
        create("other", "there", MONTH);
        use(create("used", "here", MONTH));
        DestinationSequence older = create("older", "here", MONTH);
        create("newer", "here", MONTH);
        pass(Duration.ofSeconds(10));
        assertThat(sequences.takeForRoom("here")).isEqualTo(ReceivedSequence.of(older));
    }

    @Test
    void shouldForgetASequenceThatItsSourceHasTerminated() {
        DestinationSequence terminated = create("terminated", "here", MONTH);
        destination.removeSequence(terminated);
        assertThat(due()).as("CXF may not have added it yet").isEmpty();
        pass(Duration.ofMinutes(1));
        assertThat(due()).as("with what was offered").containsExactly("terminated");
        assertThat(sequences.isEmpty()).isTrue();
    }

    /** Covers a first message that comes after its sequence was chosen to be ended, and before it is. */
    @Test
    void shouldNotEndASequenceThatIsUsedMeanwhile() {
        DestinationSequence late = create("late", "here", null);
        create("idle", "here", null);
        pass(Duration.ofDays(1));
        List<ReceivedSequence> due = sequences.takeDue();
        assertThat(due).hasSize(2);
        use(late);
        DestinationTimer timer = new DestinationTimer(clock, (delayNanos, task) -> {}, sequence -> {});
        try {
            due.forEach(each -> timer.end(each, sequences::contains));
            timer.flush();
            assertThat(due).extracting(each -> each.present() != null).containsExactly(true, false);
        } finally {
            timer.cancel();
        }
    }

    @Test
    void shouldCountRecoveredSequencesAndLearnWhoseTheyAre() {
        List<DestinationSequence> recovered = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            recovered.add(create("recovered " + i, null, null));
        }
        assertThat(sequences.isFull("somewhere")).isFalse();
        recovered.forEach(this::use);
        assertThat(sequences.isFull("somewhere")).isTrue();
        create("fourth", "here", null);
        sequences.recovered(ReceivedSequence.of(create("fifth", "here", null)), true);
        assertThat(sequences.isFull("elsewhere")).isTrue();
    }
}
