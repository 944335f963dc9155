package io.github.restartoracle.wsrm.internal.capture;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.wsrm.internal.runtime.ChainStep;
import java.util.function.Predicate;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;

/**
 * Follows a first transmission that blocks its chain, because a caller waits for the answer, and reports its end to the
 * attempt.
 */
public final class InPlace {
    private InPlace() {}

    /**
     * Follows the chain of a message from here on.
     *
     * @param onFailure ends the attempt with a failure, and tells if the message will be restarted in spite of it; otherwise
     *     the caller is told
     */
    public static void follow(Message message, Attempt attempt, Predicate<Exception> onFailure) {
        message.put(Attempt.KEY, attempt);
        failsWith(message, onFailure);
        ChainStep.afterSending(
                message.getInterceptorChain(), InPlace.class, sent -> TemplateSender.answered(attempt, sent));
    }

    /**
     * Registers an action for a failure of the chain of a message.
     *
     * @param onFailure tells if the message will be restarted in spite of it; otherwise the caller is told
     */
    public static void failsWith(Message message, Predicate<Exception> onFailure) {
        ChainStep.onFailure(message.getInterceptorChain(), InPlace.class, (failed, cause) -> {
            boolean restarted = onFailure.test(cause);
            if (restarted && MessageUtils.isRequestor(failed)) {
                ChainStep.hideFailure(failed);
            }
        });
    }
}
