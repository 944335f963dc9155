package io.github.restartoracle.wsrm.internal.echo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.ProtocolVariation;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.v200702.AckRequestedType;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement.AcknowledgementRange;
import org.apache.cxf.ws.rm.v200702.SequenceType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AcknowledgementsTest {
    private final Message request = new MessageImpl();
    private final RMProperties properties = new RMProperties();
    private final Set<Long> withheld = new TreeSet<>();
    private final Acknowledgements acknowledgements = new Acknowledgements(sequence -> withheld);

    AcknowledgementsTest() {
        SequenceType header = new SequenceType();
        header.setIdentifier(identifier("urn:s"));
        header.setMessageNumber(1_000L);
        properties.setSequence(header);
        RMContextUtils.storeRMProperties(request, properties, false);
        Arrival.record(request, 0);
        Objects.requireNonNull(Arrival.of(request)).numbered(0);
    }

    private static Identifier identifier(String value) {
        Identifier identifier = new Identifier();
        identifier.setValue(value);
        return identifier;
    }

    /** Returns a sequence with every tenth number. */
    private static DestinationSequence sequence(int ranges) {
        SequenceAcknowledgement acknowledgement = new SequenceAcknowledgement();
        acknowledgement.setIdentifier(identifier("urn:s"));
        for (int i = 1; i <= ranges; i++) {
            AcknowledgementRange range = new AcknowledgementRange();
            range.setLower(10L * i);
            range.setUpper(10L * i + 1);
            acknowledgement.getAcknowledgementRange().add(range);
        }
        return new DestinationSequence(
                identifier("urn:s"), null, 0, false, acknowledgement, ProtocolVariation.RM11WSA200508);
    }

    private static List<Long> lowers(SequenceAcknowledgement acknowledgement) {
        assertThat(acknowledgement.getIdentifier().getValue()).isEqualTo("urn:s");
        return acknowledgement.getAcknowledgementRange().stream()
                .peek(range -> assertThat(range.getUpper()).isEqualTo(range.getLower() + 1))
                .map(AcknowledgementRange::getLower)
                .toList();
    }

    private static List<Long> tens(int first, int last) {
        return Stream.iterate(10L * first, lower -> lower <= 10L * last, lower -> lower + 10)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        // The number, and the first and the last range beside the lowest.
        "1000, 96, 102",
        "1001, 96, 102",
        "1002, 97, 103",
        "1, 2, 8",
        "10, 2, 8",
        "20, 2, 8",
        "60, 2, 8",
        "70, 3, 9",
        "3000, 294, 300",
        "9999, 294, 300"
    })
    void shouldHaveTheLowestRangeAndThoseAroundTheMessage(long number, int first, int last) {
        List<Long> lowers = lowers(acknowledgements.around(sequence(300), number, 8));
        assertThat(lowers.get(0)).isEqualTo(10);
        assertThat(lowers.subList(1, lowers.size())).isEqualTo(tens(first, last));
        assertThat(lowers).hasSize(Acknowledgements.MOST_RANGES);
    }

    @Test
    void shouldHaveAllRangesIfTheyAreFew() {
        assertThat(lowers(acknowledgements.around(sequence(8), 1, 8))).isEqualTo(tens(1, 8));
        assertThat(lowers(acknowledgements.around(sequence(9), 1, 8))).isEqualTo(tens(1, 8));
        assertThat(lowers(acknowledgements.around(sequence(0), 1, 8))).isEmpty();
    }

    @Test
    void shouldLeaveRangesOutOnlyForASourceWithARestartOracle() {
        assertThat(lowers(acknowledgements.inAnswerTo(request, sequence(300)))).hasSize(8);
        Arrival.record(request, 0);
        assertThat(lowers(acknowledgements.inAnswerTo(request, sequence(300)))).isEqualTo(tens(1, 300));
        request.clear();
        assertThat(lowers(acknowledgements.inAnswerTo(request, sequence(300)))).isEqualTo(tens(1, 300));
    }

    @Test
    void shouldHaveAHundredRangesAroundTheMessageIfTheyAreRequested() {
        properties.setAcksRequested(List.of(new AckRequestedType()));
        assertThat(lowers(acknowledgements.inAnswerTo(request, sequence(300))))
                .hasSize(100)
                .contains(10L, 1_000L);
        assertThat(lowers(acknowledgements.inAnswerTo(request, sequence(100)))).isEqualTo(tens(1, 100));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 99, 100, 101, 199, 200, 4_337})
    void shouldHaveEveryRangeInSomeOfTheAnswersToRequestsWithoutAMessage(int ranges) {
        properties.setAcksRequested(List.of(new AckRequestedType()));
        properties.setSequence((SequenceType) null);
        DestinationSequence sequence = sequence(ranges);
        Set<Long> seen = new TreeSet<>();
        for (int i = 0; i < 1_000; i++) {
            List<Long> some = lowers(acknowledgements.inAnswerTo(request, sequence));
            assertThat(some).hasSizeLessThanOrEqualTo(100).contains(10L).isSorted();
            seen.addAll(some);
            // Another sequence is acknowledged in turn with it.
            assertThat(lowers(acknowledgements.part(sequence(ranges)))).isNotEmpty();
        }
        assertThat(seen).hasSize(ranges);
    }

    @Test
    void shouldHaveAllRangesIfTheSequenceIsAnother() {
        assertThat(lowers(acknowledgements.inAnswerTo(request, sequence(300)))).hasSize(8);
        properties.getSequence().setIdentifier(identifier("urn:t"));
        assertThat(lowers(acknowledgements.inAnswerTo(request, sequence(300)))).isEqualTo(tens(1, 300));
    }

    @Test
    void shouldLeaveOutMessagesThatAreWithheld() {
        DestinationSequence sequence = sequence(2);
        withheld.addAll(List.of(10L, 21L));
        assertThat(acknowledgements.of(sequence).getAcknowledgementRange())
                .extracting(range -> range.getLower() + "-" + range.getUpper())
                .containsExactly("11-11", "20-20");
        assertThat(acknowledgements.around(sequence, 20, 8).getAcknowledgementRange())
                .hasSize(2);
        withheld.remove(10L);
        assertThat(lowersOf(sequence)).containsExactly(10L, 20L);
        withheld.remove(21L);
        assertThat(lowers(acknowledgements.of(sequence))).containsExactly(10L, 20L);
    }

    private List<Long> lowersOf(DestinationSequence sequence) {
        return acknowledgements.of(sequence).getAcknowledgementRange().stream()
                .map(AcknowledgementRange::getLower)
                .toList();
    }

    /** A source takes a short acknowledgement for complete. */
    @Test
    void shouldNotLookCompleteWhenRangesAreWithheld() {
        for (long number = 970; number <= 1_030; number += 10) {
            withheld.addAll(List.of(number, number + 1));
        }
        int shown = acknowledgements
                .inAnswerTo(request, sequence(200))
                .getAcknowledgementRange()
                .size();
        assertThat(Acknowledgements.isComplete(shown, true)).isFalse();
        int all = acknowledgements
                .inAnswerTo(request, sequence(7))
                .getAcknowledgementRange()
                .size();
        assertThat(Acknowledgements.isComplete(all, true)).isTrue();
    }

    @Test
    void shouldTakeANumberOutOfTheMiddleOfARange() {
        AcknowledgementRange range = new AcknowledgementRange();
        range.setLower(1L);
        range.setUpper(5L);
        List<AcknowledgementRange> ranges = new ArrayList<>(List.of(range));
        Acknowledgements.remove(3, ranges);
        assertThat(ranges)
                .extracting(each -> each.getLower() + "-" + each.getUpper())
                .containsExactly("1-2", "4-5");
        Acknowledgements.remove(3, ranges);
        assertThat(ranges).hasSize(2);
    }
}
