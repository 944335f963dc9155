package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.wsrm.attempt.Attempt;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Set;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What follows the capture in the chain of a one-way call: it makes the first transmission as it would in CXF, but in
 * another thread, and as an attempt. It goes on with a copy of the message, because the caller's thread still reads the
 * message while it leaves the chain.
 *
 * <p>Belongs to one thread at a time.
 */
final class RestOfChain {
    private static final Logger LOG = LoggerFactory.getLogger(RestOfChain.class);

    /** What the capture has left behind. */
    private static final Set<String> CAPTURED = Set.of(FirstStream.KEY, "RM_ORIGINAL_WRITER", "RM_CAPTURING_WRITER");

    private final SoapMessage message;
    private final PhaseInterceptorChain chain;
    private final FirstStream stream;

    private RestOfChain(SoapMessage message, PhaseInterceptorChain chain, FirstStream stream) {
        this.message = message;
        this.chain = chain;
        this.stream = stream;
    }

    /** Pauses the chain that has just captured the message; null, and nothing is paused, if it cannot transmit it. */
    static @Nullable RestOfChain pause(Message captured) {
        FirstStream stream = FirstStream.of(captured);
        if (stream == null
                || !(captured instanceof SoapMessage message)
                || !(captured.getInterceptorChain() instanceof PhaseInterceptorChain chain)) {
            return null;
        }
        RestOfChain rest = new RestOfChain(copy(message), chain, stream);
        chain.pause();
        return rest;
    }

    private static SoapMessage copy(SoapMessage original) {
        Exchange exchange = new ExchangeImpl((ExchangeImpl) original.getExchange());
        SoapMessage copy = (SoapMessage) exchange.getBinding().createMessage(new MessageImpl());
        copy.setVersion(original.getVersion());
        copy.putAll(original);
        copy.setId(original.getId());
        CAPTURED.forEach(copy::remove);
        Template.copyProtocolHeaders(copy);
        for (Class<?> format : original.getContentFormats()) {
            copy.setContent(format, original.getContent(format));
        }
        copy.setInterceptorChain(original.getInterceptorChain());
        exchange.setOutMessage(copy);
        return copy;
    }

    /**
     * Goes on with the chain, which hands the message over to the transport.
     *
     * @return the message that was sent, and the state of whose chain tells whether that went well
     * @throws IOException if the transport does not take the message
     */
    Message send(Attempt attempt) throws IOException {
        // Only one thread is ever in a chain: this waits until the caller has left it.
        chain.unpause();
        // Restarts have none either: who is to know of a failure hears of it from the attempt.
        chain.setFaultObserver(null);
        Template.belongTo(attempt, message);
        OutputStream written = message.getContent(OutputStream.class);
        message.getExchange().getConduit(message).prepare(message);
        stream.flowInto(message.getContent(OutputStream.class));
        message.setContent(OutputStream.class, written);
        chain.doIntercept(message);
        return message;
    }

    /** Nothing more comes of a chain, if there is one. */
    static void discard(@Nullable RestOfChain rest) {
        if (rest == null) {
            return;
        }
        OutputStream written = rest.message.getContent(OutputStream.class);
        try {
            CaptureEnd.discard(rest.stream);
            if (written != rest.stream) {
                // That of an interceptor that stands between.
                CaptureEnd.discard(written);
            }
        } catch (IOException e) {
            LOG.debug("Discarding what a chain had written failed", e);
        }
    }
}
