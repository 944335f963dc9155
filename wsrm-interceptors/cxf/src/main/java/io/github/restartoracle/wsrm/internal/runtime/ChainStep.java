package io.github.restartoracle.wsrm.internal.runtime;

import java.io.IOException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.interceptor.InterceptorChain;
import org.apache.cxf.interceptor.MessageSenderInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.jspecify.annotations.Nullable;

/** An interceptor that takes one step. A chain takes one interceptor of an identifier in each phase. */
public final class ChainStep extends AbstractPhaseInterceptor<Message> {
    private final Consumer<Message> step;
    private final Consumer<Message> onFault;

    /** Creates an interceptor that does nothing when the chain fails. */
    public ChainStep(String id, String phase, Consumer<Message> step) {
        this(id, phase, step, message -> {});
    }

    /** Creates an interceptor that takes another step when it, or the chain behind it, fails. */
    public ChainStep(String id, String phase, Consumer<Message> step, Consumer<Message> onFault) {
        super(id, phase);
        this.step = step;
        this.onFault = onFault;
    }

    /** Puts this step before an interceptor of its phase. */
    public ChainStep before(String id) {
        addBefore(id);
        return this;
    }

    /** Puts this step after an interceptor of its phase. */
    public ChainStep after(String id) {
        addAfter(id);
        return this;
    }

    @Override
    public void handleMessage(Message message) {
        step.accept(message);
    }

    @Override
    public void handleFault(Message message) {
        onFault.accept(message);
    }

    /** Returns the first interceptor of a type in a chain; null if there is none. */
    public static <T> @Nullable T find(InterceptorChain chain, Class<T> type) {
        for (Interceptor<?> interceptor : chain) {
            if (type.isInstance(interceptor)) {
                return type.cast(interceptor);
            }
        }
        return null;
    }

    /** Takes a step when the transport has returned. */
    public static void afterSending(InterceptorChain chain, Class<?> owner, Consumer<Message> step) {
        chain.add(new ChainStep(owner.getName() + ".Sent", Phase.PREPARE_SEND_ENDING, step)
                .after(MessageSenderInterceptor.MessageSenderEndingInterceptor.class.getName()));
    }

    /**
     * Takes a step if the chain fails, after all other interceptors have cleaned up: it stands first in the chain. A restart
     * before that would lose their state, such as the correlation of an answer.
     */
    public static void onFailure(InterceptorChain chain, Class<?> owner, BiConsumer<Message, Exception> step) {
        ChainStep unwound = new ChainStep(owner.getName() + ".Unwound", Phase.SETUP, message -> {}, message -> {
            Exception cause = message.getContent(Exception.class);
            step.accept(message, cause == null ? new IOException("an interceptor failed") : cause);
        });
        chain.add(unwound.before("*"));
    }

    /** Takes the failure from a message, so that its caller is not told. */
    public static void hideFailure(Message message) {
        message.setContent(Exception.class, null);
        message.getExchange().put(Exception.class, null);
    }
}
