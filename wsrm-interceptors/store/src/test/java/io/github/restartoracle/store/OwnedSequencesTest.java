package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.restartoracle.wsrm.recovery.SequenceTakenException;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.junit.jupiter.api.Test;

class OwnedSequencesTest {
    private final OwnedSequences<DestinationSequence> held = new OwnedSequences<>();
    private final DestinationSequence sequence = TestSequences.destination("urn:uuid:d");

    @Test
    void shouldHoldASequenceBeforeItCanBeFound() {
        assertThat(held.begin(sequence, 1, () -> held.holds("urn:uuid:d"))).isTrue();
        assertThat(held.token(sequence)).isEqualTo(1);
    }

    @Test
    void shouldNotHoldWhatWasNotCreated() {
        assertThat(held.begin(sequence, 1, () -> false)).isFalse();
        assertThatThrownBy(() -> held.begin(sequence, 1, () -> {
                    throw new IllegalStateException("no connection");
                }))
                .hasMessage("no connection");
        assertThat(held.holds("urn:uuid:d")).isFalse();
    }

    @Test
    void shouldStillHoldWhatCannotBeCreatedAgain() {
        held.hold(sequence, 1);
        assertThat(held.begin(TestSequences.destination("urn:uuid:d"), 2, () -> false))
                .isFalse();
        assertThat(held.get("urn:uuid:d")).isSameAs(sequence);
        assertThat(held.token(sequence)).isEqualTo(1);
    }

    @Test
    void shouldDropWhatIsOfAFormerToken() {
        DestinationSequence later = TestSequences.destination("urn:uuid:e");
        held.hold(sequence, 1);
        held.hold(later, 2);
        assertThat(held.dropAllBut(2)).containsExactly(sequence);
        assertThat(held.token(later)).isEqualTo(2);
        assertThatThrownBy(() -> held.token(sequence)).isInstanceOf(SequenceTakenException.class);
    }

    @Test
    void shouldDropWhatIsOfAnEndpoint() {
        DestinationSequence other = TestSequences.destination("urn:uuid:e");
        held.hold(sequence, 1);
        held.hold(other, 1);
        assertThat(held.dropIf(each -> each.getIdentifier().getValue().equals("urn:uuid:d")))
                .containsExactly(sequence);
        assertThat(held.holds("urn:uuid:e")).isTrue();
    }
}
