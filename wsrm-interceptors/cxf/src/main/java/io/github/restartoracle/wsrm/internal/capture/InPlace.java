package io.github.restartoracle.wsrm.internal.capture;

import io.github.restartoracle.internal.attempt.Attempt;
import java.io.IOException;
import java.util.function.Predicate;
import org.apache.cxf.interceptor.MessageSenderInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;

/**
 * Follows a first transmission that blocks its chain, because a caller waits for the answer, and reports its end to the
 * attempt.
 */
public final class InPlace {
    private InPlace() {}

    /**
     * Follows the chain of a message from here on.
     *
     * @param message a message that is being captured
     * @param attempt its first attempt
     * @param onFailure ends the attempt with a failure, and tells if the message will be restarted in spite of it; otherwise
     *     the caller is told
     */
    public static void follow(Message message, Attempt attempt, Predicate<Exception> onFailure) {
        message.put(Attempt.KEY, attempt);
        failsWith(message, onFailure);
        message.getInterceptorChain().add(new Sent(attempt));
    }

    /**
     * Registers an action for a failure of the chain of a message.
     *
     * @param message a message that is being captured
     * @param onFailure tells if the message will be restarted in spite of it; otherwise the caller is told
     */
    public static void failsWith(Message message, Predicate<Exception> onFailure) {
        message.getInterceptorChain().add(new Unwound(onFailure));
    }

    /** Reports that the transmission has succeeded. */
    private static final class Sent extends AbstractPhaseInterceptor<Message> {
        private final Attempt attempt;

        Sent(Attempt attempt) {
            super(org.apache.cxf.phase.Phase.PREPARE_SEND_ENDING);
            addAfter(MessageSenderInterceptor.MessageSenderEndingInterceptor.class.getName());
            this.attempt = attempt;
        }

        @Override
        public void handleMessage(Message message) {
            TemplateSender.answered(attempt, message);
        }
    }

    /**
     * Handles a failure after all other interceptors, because it stands first in the chain. A restart before that would
     * lose the state that they clean up, such as the correlation of its answer.
     */
    private static final class Unwound extends AbstractPhaseInterceptor<Message> {
        private final Predicate<Exception> onFailure;

        Unwound(Predicate<Exception> onFailure) {
            super(org.apache.cxf.phase.Phase.SETUP);
            addBefore("*");
            this.onFailure = onFailure;
        }

        @Override
        public void handleMessage(Message message) {
            // Only a fault concerns this interceptor.
        }

        @Override
        public void handleFault(Message message) {
            Exception told = message.getContent(Exception.class);
            Exception cause = told == null ? new IOException("the transmission failed") : told;
            boolean restarted = onFailure.test(cause);
            if (MessageUtils.isRequestor(message) && restarted) {
                message.setContent(Exception.class, null);
                message.getExchange().put(Exception.class, null);
            }
        }
    }
}
