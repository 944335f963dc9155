package io.github.restartoracle.wsrm.internal.capture;

import java.io.IOException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.cxf.interceptor.InterceptorChain;
import org.apache.cxf.interceptor.MessageSenderInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;

/** An interceptor that takes one step. A chain takes one interceptor of an identifier in each phase. */
final class ChainStep extends AbstractPhaseInterceptor<Message> {
    private final Consumer<Message> step;
    private final Consumer<Message> onFault;

    ChainStep(String id, String phase, Consumer<Message> step) {
        this(id, phase, step, message -> {});
    }

    private ChainStep(String id, String phase, Consumer<Message> step, Consumer<Message> onFault) {
        super(id, phase);
        this.step = step;
        this.onFault = onFault;
    }

    @Override
    public void handleMessage(Message message) {
        step.accept(message);
    }

    @Override
    public void handleFault(Message message) {
        onFault.accept(message);
    }

    /** Takes a step when the transport has returned. */
    static void afterSending(InterceptorChain chain, Class<?> owner, Consumer<Message> step) {
        ChainStep sent = new ChainStep(owner.getName() + ".Sent", Phase.PREPARE_SEND_ENDING, step);
        sent.addAfter(MessageSenderInterceptor.MessageSenderEndingInterceptor.class.getName());
        chain.add(sent);
    }

    /**
     * Takes a step if the chain fails, after all other interceptors have cleaned up: it stands first in the chain. A restart
     * before that would lose their state, such as the correlation of an answer.
     */
    static void onFailure(InterceptorChain chain, Class<?> owner, BiConsumer<Message, Exception> step) {
        ChainStep unwound = new ChainStep(owner.getName() + ".Unwound", Phase.SETUP, message -> {}, message -> {
            Exception cause = message.getContent(Exception.class);
            step.accept(message, cause == null ? new IOException("an interceptor failed") : cause);
        });
        unwound.addBefore("*");
        chain.add(unwound);
    }

    /** Takes the failure from a message, so that its caller is not told. */
    static void hideFailure(Message message) {
        message.setContent(Exception.class, null);
        message.getExchange().put(Exception.class, null);
    }
}
