package io.github.restartoracle.wsrm.internal.capture;

import io.github.restartoracle.wsrm.internal.sequence.CallContext;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.apache.cxf.attachment.AttachmentUtil;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.endpoint.ConduitSelector;
import org.apache.cxf.endpoint.PreexistingConduitSelector;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.apache.cxf.transport.Conduit;

/**
 * The answer of a service as it was before WS-Security, and the interceptors that it passes: it has a new timestamp, nonce and
 * signature each time that it is sent. Immutable, and thread-safe.
 */
public final class SecuredAnswer {
    private static final String SECURITY = "org.apache.cxf.ws.security.";
    /** An estimate of the size of the properties and the chain. */
    private static final int OTHER_BYTES = 8 * 1024;

    private final Map<String, Object> properties;
    private final PhaseInterceptorChain chain;
    private final byte[] envelope;

    private SecuredAnswer(Message answer, PhaseInterceptorChain chain, byte[] envelope) {
        this.properties = new HashMap<>(answer);
        Template.NOT_COPIED.forEach(properties::remove);
        properties.keySet().removeIf(key -> key.endsWith(".SecurityEvent.out"));
        // Streams of the transport hold the request.
        properties
                .values()
                .removeIf(value -> value instanceof Closeable
                        || value instanceof XMLStreamWriter
                        || value instanceof Message
                        || value instanceof Exchange);
        properties.computeIfPresent(Message.PROTOCOL_HEADERS, (key, headers) -> CallContext.copy((Map<?, ?>) headers));
        this.chain = chain;
        this.envelope = envelope;
    }

    /** Returns whether WS-Security takes part in an answer that is not written yet, and all of it will be in the envelope. */
    public static boolean isOne(Message answer) {
        if (AttachmentUtil.isMtomEnabled(answer)
                || (answer.getAttachments() != null && !answer.getAttachments().isEmpty())) {
            return false;
        }
        for (Interceptor<?> interceptor : answer.getInterceptorChain()) {
            if (interceptor.getClass().getName().startsWith(SECURITY)) {
                return true;
            }
        }
        return false;
    }

    /** Captures an answer that {@linkplain #isOne is secured} when it is written; called when its transport is prepared. */
    public static void capture(Message answer, Consumer<SecuredAnswer> captured) {
        PhaseInterceptorChain chain = (PhaseInterceptorChain) answer.getInterceptorChain();
        PhaseInterceptorChain own = chain.cloneChain();
        EnvelopeCopy.add(chain, envelope -> captured.accept(new SecuredAnswer(answer, own, envelope.toByteArray())));
    }

    /** {@return an estimate of the memory that it takes, in bytes} */
    public int size() {
        return envelope.length + OTHER_BYTES;
    }

    /** Sends the answer. */
    public void send(Exchange exchange, Conduit back) throws IOException {
        SoapMessage message = (SoapMessage) exchange.getBinding().createMessage();
        message.putAll(properties);
        message.computeIfPresent(Message.PROTOCOL_HEADERS, (key, headers) -> CallContext.copy((Map<?, ?>) headers));
        message.setExchange(exchange);
        exchange.setOutMessage(message);
        exchange.put(ConduitSelector.class, new PreexistingConduitSelector(back, exchange.getEndpoint()));
        try (CapturedEnvelope captured = new CapturedEnvelope(new ByteArrayInputStream(envelope), message)) {
            captured.send(chain.cloneChain());
        } catch (XMLStreamException e) {
            throw new IOException(e);
        }
        Exception failure = message.getContent(Exception.class);
        if (failure != null) {
            throw new IOException(failure);
        }
    }
}
