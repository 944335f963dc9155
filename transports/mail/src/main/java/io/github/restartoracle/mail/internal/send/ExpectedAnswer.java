package io.github.restartoracle.mail.internal.send;

import java.util.function.BooleanSupplier;
import org.apache.cxf.Bus;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.RetransmissionQueue;
import org.apache.cxf.ws.rm.SourceSequence;
import org.jspecify.annotations.Nullable;

/**
 * An answer that a mail calls for: the acknowledgement of its sequence, or the response to its call.
 *
 * @param of a sequence of WS-RM, or a call; an answer to it answers all its mails
 * @param missing true as long as the answer has not come
 */
record ExpectedAnswer(Object of, BooleanSupplier missing) {
    /**
     * Returns the answer that a message calls for.
     *
     * @param message an outgoing message
     * @param call the call that it begins if the response comes to the mailbox of the account, else null
     * @return null if no answer is known
     */
    static @Nullable ExpectedAnswer to(Message message, @Nullable TwoWayCall call) {
        if (call != null) {
            return new ExpectedAnswer(call, call::isAwaited);
        }
        RMProperties properties = RMContextUtils.retrieveRMProperties(message, true);
        SourceSequence sequence = properties == null ? null : properties.getSourceSequence();
        Bus bus = message.getExchange() == null ? null : message.getExchange().getBus();
        RMManager manager = bus == null ? null : bus.getExtension(RMManager.class);
        RetransmissionQueue queue = manager == null ? null : manager.getRetransmissionQueue();
        return sequence == null || queue == null
                ? null
                : new ExpectedAnswer(sequence, () -> queue.countUnacknowledged(sequence) > 0);
    }
}
