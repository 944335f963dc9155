package io.github.restartoracle.wsrm.internal.queue;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.wsrm.internal.capture.ProtocolRequest;
import io.github.restartoracle.wsrm.internal.capture.Template;
import io.github.restartoracle.wsrm.internal.rm.RmHeaders;
import io.github.restartoracle.wsrm.internal.rm.SequenceRequests;
import io.github.restartoracle.wsrm.internal.sequence.CallContext;
import io.github.restartoracle.wsrm.internal.sequence.CurrentSequence;
import java.util.List;
import java.util.Optional;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMUtils;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.v200702.AckRequestedType;
import org.jspecify.annotations.Nullable;

/**
 * A request for an acknowledgement that is sent without a message, in an attempt of its own. It is never retransmitted, and
 * no thread waits for its answer. CXF's own such request names no sequence.
 *
 * <p>Thread-safe.
 */
final class AckRequest implements ProtocolRequest {

    /** The request that this thread makes: CXF makes the message in the thread that asks. */
    private static final ThreadLocal<@Nullable AckRequest> CURRENT = new ThreadLocal<>();

    private final SourceSequence sequence;
    private final Attempt attempt;
    private @Nullable Template template;

    private AckRequest(SourceSequence sequence, Attempt attempt) {
        this.sequence = sequence;
        this.attempt = attempt;
    }

    /** Sends a request; the attempt is abandoned if CXF makes none. */
    static void send(
            RMManager manager, io.github.restartoracle.internal.outbound.Message<Template> asking, Attempt attempt)
            throws RMException {
        Message sent = asking.payload().copy();
        SourceSequence sequence = manager.getSource(sent)
                .getSequence(CurrentSequence.identifier(asking.id().sequence()));
        if (sequence == null) {
            attempt.abandon();
            return;
        }
        if (sequence.getTarget() == null) {
            // The sequence was recovered, and no message has been sent in it since.
            sequence.setTarget(RMUtils.createReference(Paths.address(sent)));
        }
        AckRequest request = new AckRequest(sequence, attempt);
        CURRENT.set(request);
        try {
            CallContext.of(sent).during(() -> {
                SequenceRequests.requestAcknowledgement(sequence);
                return sequence;
            });
        } catch (RMException | RuntimeException e) {
            attempt.fail(e);
        } finally {
            CURRENT.remove();
            request.release();
        }
        attempt.abandonUnlessTaken();
    }

    /** Returns the request that this thread makes, whose message is going to be written; null if it makes none. */
    static @Nullable AckRequest of(Message message) {
        AckRequest request = CURRENT.get();
        if (request == null) {
            return null;
        }
        AckRequestedType header = new AckRequestedType();
        header.setIdentifier(request.sequence.getIdentifier());
        RmHeaders.add(message, request.sequence.getProtocol().getWSRMNamespace())
                .setAcksRequested(List.of(header));
        message.put(Message.PROCESS_ONEWAY_RESPONSE, true);
        return request;
    }

    @Override
    public Optional<Attempt> captured(Template written) {
        template = written;
        return Optional.of(attempt);
    }

    @Override
    public void answered() {
        // The attempt tells its path.
    }

    @Override
    public void failed(Throwable cause) {
        attempt.fail(cause);
    }

    @Override
    public void await() {
        // No thread waits.
    }

    private void release() {
        if (template != null) {
            template.release();
        }
    }
}
