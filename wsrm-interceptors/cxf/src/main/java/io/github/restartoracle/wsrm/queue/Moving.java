package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.outbound.Message;
import io.github.restartoracle.outbound.Sequence;
import io.github.restartoracle.wsrm.capture.Template;
import io.github.restartoracle.wsrm.log.Logs;
import io.github.restartoracle.wsrm.rm.CxfInternals;
import io.github.restartoracle.wsrm.sequence.ParkedCall;
import io.github.restartoracle.wsrm.sequence.Sequences;
import java.util.List;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMUtils;
import org.apache.cxf.ws.rm.Source;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.slf4j.Logger;

/**
 * Moves messages to another sequence, because theirs has ended: their destination takes no part in it any more, or a message is
 * missing for which it would wait. Thread-safe.
 */
final class Moving {
    private static final Logger LOG = Logs.of(Moving.class);

    private final RMManager manager;
    private final Sequences numbers;
    private final Intake intake;
    private final StoredMessages stored;
    private final OutboundSequences sequences;

    Moving(RMManager manager, Sequences numbers, Intake intake, StoredMessages stored, OutboundSequences sequences) {
        this.manager = manager;
        this.numbers = numbers;
        this.intake = intake;
        this.stored = stored;
        this.sequences = sequences;
    }

    /** Has a sequence closed in which a message is missing; further calls wait for that, and use another sequence. */
    void ends(Message<Template> gap) {
        org.apache.cxf.message.Message sent = gap.payload().copy();
        Identifier identifier = identifier(gap.id().sequence());
        numbers.end(sent, identifier.getValue(), () -> close(sent, identifier));
    }

    /**
     * Closes a sequence, and terminates it unless a caller waits for an answer to a message of it. A destination that gives no
     * final acknowledgement, or does not know the sequence, may have accepted any message.
     *
     * @throws RMException if the destination has not answered
     */
    private void close(org.apache.cxf.message.Message sent, Identifier identifier) throws RMException {
        Source source = manager.getSource(sent);
        SourceSequence ending = source.getSequence(identifier);
        if (ending == null) {
            return;
        }
        if (ending.getTarget() == null) {
            ending.setTarget(RMUtils.createReference(Paths.address(sent)));
        }
        Sequence<Template> sequence = sequences.get(ending);
        if (sequence == null || !sequence.isForsaken()) {
            try {
                CxfInternals.close(ending);
            } catch (RMException failure) {
                if (!Sequences.isConfiguration(failure)) {
                    throw failure;
                }
                LOG.debug("The destination cannot close sequence {}", identifier.getValue(), failure);
            }
        }
        if (sequence != null) {
            sequence.closed(sequence.path().resources().nowNanos());
            sequences.removeIfIdle(source, sequence);
        }
        if (sequence == null
                || sequence.messages().stream()
                        .noneMatch(message -> message.state().isUnresolved())) {
            try {
                CxfInternals.terminate(ending);
            } catch (RMException failure) {
                LOG.debug("The destination is not told to terminate sequence {}", identifier.getValue(), failure);
            }
        }
    }

    private static Identifier identifier(String sequence) {
        Identifier identifier = new Identifier();
        identifier.setValue(sequence);
        return identifier;
    }

    /** Leaves the sequence of a message. */
    void left(Message<Template> any, String reason, List<Message<Template>> moved, List<Message<Template>> lost) {
        String sequence = any.id().sequence();
        org.apache.cxf.message.Message sent = any.payload().copy();
        LOG.warn(
                "Sequence {} to {} has ended: {}. {} of its messages move to a new sequence, {} are given up{}",
                sequence,
                Paths.address(sent),
                reason,
                moved.size(),
                lost.size(),
                lost.isEmpty() ? "" : "; retry or discard them");
        stored.noteForsaken(identifier(sequence));
        if (any.payload().isRequest()) {
            numbers.leave(sent, sequence, parked(moved));
        }
        sequences.removeIfIdle(Paths.address(sent), sequence);
    }

    /** Has messages wait for a sequence. */
    void park(List<Message<Template>> messages) {
        numbers.parkAgain(parked(messages));
    }

    private List<ParkedCall> parked(List<Message<Template>> messages) {
        return messages.stream().<ParkedCall>map(intake::parked).toList();
    }
}
