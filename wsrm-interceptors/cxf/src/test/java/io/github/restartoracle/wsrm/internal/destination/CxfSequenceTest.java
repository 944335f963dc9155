package io.github.restartoracle.wsrm.internal.destination;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.wsrm.internal.recovery.RecoveredSequence;
import io.github.restartoracle.wsrm.internal.rm.CxfInternals;
import java.lang.reflect.Method;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.continuations.Continuation;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.Source;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.soap.RetransmissionQueueImpl;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class CxfSequenceTest {
    private final DeliveryFixture fixture = new DeliveryFixture();
    private final Source source = fixture.destination().getReliableEndpoint().getSource();

    private int unacknowledged;

    CxfSequenceTest() {
        fixture.manager.setRetransmissionQueue(new RetransmissionQueueImpl(fixture.manager) {
            @Override
            public synchronized int countUnacknowledged(SourceSequence sequence) {
                return unacknowledged;
            }
        });
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

    @Test
    void shouldForgetWhatWasOfferedOnceItsAnswersAreAcknowledged() {
        fixture.destination().terminateSequence(fixture.sequence);
        unacknowledged = 1;
        assertThat(CxfSequence.endOffered(fixture.destination(), fixture.sequence.getIdentifier()))
                .isFalse();
        assertThat(source.getAllSequences()).hasSize(1);
        unacknowledged = 0;
        assertThat(CxfSequence.endOffered(fixture.destination(), fixture.sequence.getIdentifier()))
                .isTrue();
        assertThat(source.getAllSequences()).isEmpty();
    }

    /** Covers a message that is let through, and a late copy of an earlier one that comes before CXF looks. */
    @Test
    @Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldLetAMessageThroughAlthoughACopyOfAnEarlierOneComes() throws ReflectiveOperationException {
        fixture.configuration.setInOrder(true);
        CxfInternals.openFor(fixture.sequence, 5);
        CxfInternals.closeFor(fixture.sequence, 3);
        assertThat(passes(5)).isTrue();
        assertThat(passes(5)).as("a copy").isFalse();
    }

    private boolean passes(long number) throws ReflectiveOperationException {
        Method wait = DestinationSequence.class.getDeclaredMethod(
                "waitInQueue", long.class, boolean.class, Message.class, Continuation.class);
        wait.setAccessible(true);
        return (boolean) wait.invoke(fixture.sequence, number, false, new MessageImpl(), null);
    }
}
