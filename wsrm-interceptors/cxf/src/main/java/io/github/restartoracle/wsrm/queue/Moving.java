package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.wsrm.capture.Template;
import io.github.restartoracle.wsrm.log.Logs;
import io.github.restartoracle.wsrm.path.Message;
import io.github.restartoracle.wsrm.sequence.ParkedCall;
import io.github.restartoracle.wsrm.sequence.Sequences;
import java.util.List;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.slf4j.Logger;

/** Moves messages to another sequence, because their destination takes no part in theirs any more. Thread-safe. */
final class Moving {
    private static final Logger LOG = Logs.of(Moving.class);

    private final Sequences numbers;
    private final Intake intake;
    private final StoredMessages stored;
    private final OutboundSequences sequences;

    Moving(Sequences numbers, Intake intake, StoredMessages stored, OutboundSequences sequences) {
        this.numbers = numbers;
        this.intake = intake;
        this.stored = stored;
        this.sequences = sequences;
    }

    /** Leaves a sequence, with at least one message that moves or is lost. */
    void left(String sequence, String reason, List<Message<Template>> moved, List<Message<Template>> lost) {
        Message<Template> any = moved.isEmpty() ? lost.get(0) : moved.get(0);
        org.apache.cxf.message.Message sent = any.payload().copy();
        LOG.warn(
                "Sequence {} to {} has ended: {}. {} of its messages move to a new sequence, {} are given up{}",
                sequence,
                Paths.address(sent),
                reason,
                moved.size(),
                lost.size(),
                lost.isEmpty() ? "" : "; retry or discard them");
        Identifier identifier = new Identifier();
        identifier.setValue(sequence);
        stored.noteForsaken(identifier);
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
