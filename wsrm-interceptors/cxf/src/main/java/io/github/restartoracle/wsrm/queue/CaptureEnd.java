package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.wsrm.attempt.Attempt;
import io.github.restartoracle.wsrm.attempt.Phase;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.Consumer;
import javax.xml.stream.XMLStreamWriter;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.MessageSenderInterceptor;
import org.apache.cxf.io.CachedOutputStream;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.ws.rm.RMCaptureOutInterceptor;
import org.jspecify.annotations.Nullable;

/** What happens in the chain that captured a message, once it is captured and, if there is a store, persisted. */
final class CaptureEnd {
    private static final String RM_CAPTURE_END = RMCaptureOutInterceptor.class.getName() + "$CaptureEnd";

    private CaptureEnd() {}

    /**
     * Stops the chain of a one-way message, so that the call returns without having waited for the network. What is left of
     * the chain makes the first transmission; if it cannot, every transmission is made from the template.
     */
    static final class Depart extends AbstractPhaseInterceptor<Message> {
        private final Consumer<@Nullable RestOfChain> departure;

        Depart(Consumer<@Nullable RestOfChain> departure) {
            super(org.apache.cxf.phase.Phase.WRITE_ENDING);
            addAfter(RM_CAPTURE_END);
            this.departure = departure;
        }

        @Override
        public void handleMessage(Message message) {
            RestOfChain rest = RestOfChain.pause(message);
            if (rest == null) {
                message.getInterceptorChain().abort();
                discardUnsent(message);
            }
            departure.accept(rest);
        }

        private static void discardUnsent(Message message) {
            try {
                discard(message.getContent(OutputStream.class));
            } catch (IOException e) {
                throw new Fault(e);
            }
            message.removeContent(OutputStream.class);
            message.removeContent(XMLStreamWriter.class);
        }
    }

    /** The stream holds a copy of the message that was to go out when it is closed; it must not. */
    static void discard(@Nullable OutputStream out) throws IOException {
        if (out instanceof CachedOutputStream unsent) {
            unsent.resetOut(OutputStream.nullOutputStream(), false);
        }
    }

    /**
     * Hears of the cause of a failure from the capture on, before CXF's interceptor takes it away from the message. It
     * stands before the capture in the chain, so it is never asked to handle the message, but is told of a fault of the
     * capture itself too, in the store for example.
     */
    static final class OnFailure extends AbstractPhaseInterceptor<Message> {
        private final Consumer<Exception> action;

        OnFailure(Consumer<Exception> action) {
            super(org.apache.cxf.phase.Phase.WRITE_ENDING);
            addBefore(RM_CAPTURE_END);
            this.action = action;
        }

        @Override
        public void handleMessage(Message message) {
            // Only a fault concerns this interceptor.
        }

        @Override
        public void handleFault(Message message) {
            Exception cause = message.getContent(Exception.class);
            if (cause != null) {
                action.accept(cause);
            }
        }
    }

    /**
     * Hears of a failure from the capture on when all other interceptors have dealt with it: it stands first in the chain.
     * A restart that left earlier would lose what they clean up, the correlation of its answer for example.
     */
    static final class OnUnwound extends AbstractPhaseInterceptor<Message> {
        private final Consumer<Message> action;

        OnUnwound(Consumer<Message> action) {
            super(org.apache.cxf.phase.Phase.SETUP);
            addBefore("*");
            this.action = action;
        }

        @Override
        public void handleMessage(Message message) {
            // Only a fault concerns this interceptor.
        }

        @Override
        public void handleFault(Message message) {
            action.accept(message);
        }
    }

    /** Ends the attempt that the chain itself makes: it went well. */
    static final class SentInPlace extends AbstractPhaseInterceptor<Message> {
        private final Attempt attempt;

        SentInPlace(Attempt attempt) {
            super(org.apache.cxf.phase.Phase.PREPARE_SEND_ENDING);
            addAfter(MessageSenderInterceptor.MessageSenderEndingInterceptor.class.getName());
            this.attempt = attempt;
        }

        @Override
        public void handleMessage(Message message) {
            attempt.advance(Phase.ANSWERED);
        }
    }
}
