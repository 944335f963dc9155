package io.github.restartoracle.wsrm;

import io.github.restartoracle.internal.attempt.Attempt;
import java.util.function.BiPredicate;
import org.apache.cxf.interceptor.AttachmentOutInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMProperties;

/** Loses chosen transmissions: the chain ends just before the message would go to the network. */
final class Loss extends AbstractPhaseInterceptor<Message> {
    private final BiPredicate<Long, Integer> lost;

    /** Creates an interceptor; the predicate gets the message number and the transmission number. */
    Loss(BiPredicate<Long, Integer> lost) {
        super(Phase.PRE_STREAM_ENDING);
        addAfter(AttachmentOutInterceptor.AttachmentOutEndingInterceptor.class.getName());
        this.lost = lost;
    }

    @Override
    public void handleMessage(Message message) {
        Attempt attempt = Attempt.of(message);
        RMProperties properties = RMContextUtils.retrieveRMProperties(message, true);
        if (attempt != null
                && properties != null
                && properties.getSequence() != null
                && lost.test(properties.getSequence().getMessageNumber(), attempt.number())) {
            message.getInterceptorChain().abort();
        }
    }
}
