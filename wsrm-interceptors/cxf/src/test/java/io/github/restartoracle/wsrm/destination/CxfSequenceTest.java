package io.github.restartoracle.wsrm.destination;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.wsrm.recovery.RecoveredSequence;
import org.apache.cxf.ws.rm.Source;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.soap.RetransmissionQueueImpl;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.junit.jupiter.api.Test;

class CxfSequenceTest {
    private final DeliveryFixture fixture = new DeliveryFixture();
    private final Source source = fixture.destination().getReliableEndpoint().getSource();

    CxfSequenceTest() {
        fixture.manager.setRetransmissionQueue(new RetransmissionQueueImpl(fixture.manager));
        Identifier identifier = new Identifier();
        identifier.setValue("urn:uuid:offered");
        RecoveredSequence.goOn(
                source,
                new SourceSequence(identifier, null, fixture.sequence.getIdentifier(), fixture.sequence.getProtocol()));
        assertThat(source).extracting("current").asString().contains("urn:uuid:1");
    }

    @Test
    void shouldForgetWhatWasOfferedWithASequenceThatItEnds() {
        CxfSequence.end(fixture.sequence);
        assertThat(fixture.destination().getAllSequences()).isEmpty();
        assertThat(source.getAllSequences()).isEmpty();
        assertThat(source).extracting("current").asString().doesNotContain("urn:uuid:1");
    }

    @Test
    void shouldForgetWhatWasOfferedWithASequenceThatItsSourceHasTerminated() {
        fixture.destination().terminateSequence(fixture.sequence);
        assertThat(source.getAllSequences()).as("as CXF has it").hasSize(1);
        CxfSequence.endOffered(fixture.destination(), fixture.sequence.getIdentifier());
        assertThat(source.getAllSequences()).isEmpty();
        assertThat(source).extracting("current").asString().doesNotContain("urn:uuid:1");
    }
}
