package io.github.restartoracle.wsrm.internal.capture;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.ByteBudget;
import io.github.restartoracle.internal.outbound.ClientLife;
import io.github.restartoracle.wsrm.internal.conduit.AttemptExchange;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.sequence.CallContext;
import io.github.restartoracle.wsrm.internal.sequence.CurrentSequence;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.SoapOutInterceptor;
import org.apache.cxf.binding.soap.saaj.SAAJOutInterceptor;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.headers.Header;
import org.apache.cxf.helpers.HttpHeaderHelper;
import org.apache.cxf.interceptor.AttachmentOutInterceptor;
import org.apache.cxf.io.CachedOutputStream;
import org.apache.cxf.message.Attachment;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMMessageConstants;
import org.apache.cxf.ws.rm.RMProperties;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The parts of a message that a retransmission needs: its properties and its captured envelope and attachments, without the
 * interceptor chain, the parsed body and the transport of its first transmission. Each attempt works on its own copy, because
 * the former attempt may still be inside the transport.
 *
 * <p>Thread-safe. The envelope is freed when its last holder releases it. Holders are the queue, from the beginning, and
 * each attempt that reads it, perhaps while the acknowledgement of another arrives.
 */
public final class Template {
    private static final Logger LOG = Logs.of(Template.class);

    /** An estimate of the size of the properties. */
    private static final int PROPERTIES_BYTES = 2560;

    /** The key of a recovered message whose destination answers it, in the message that CXF has recovered; absent otherwise. */
    public static final String TWO_WAY = Template.class.getName() + ".twoWay";

    private static final String FORMER = Template.class.getName() + ".former";

    /** The key of the content type of the envelope alone. */
    static final String CONTENT_TYPE = Template.class.getName() + ".contentType";

    /**
     * Properties of one transmission, not of the message. The header list is among them: it is an ordinary map entry, and
     * attempts that shared it would change it under each other.
     */
    static final Set<String> NOT_COPIED = Set.of(
            Header.HEADER_LIST,
            "RM_ORIGINAL_WRITER",
            "RM_CAPTURING_WRITER",
            "HTTP.RESPONSE",
            "java.net.http.HttpClient",
            // A logging interceptor switches itself off with it, because it is called again when the chain fails.
            "org.apache.cxf.logging.enable",
            RMMessageConstants.MESSAGE_CAPTURE,
            RMMessageConstants.SAVED_CONTENT,
            SoapOutInterceptor.WROTE_ENVELOPE_START,
            AttachmentOutInterceptor.ATTACHMENT_OUT_CHECKED,
            SAAJOutInterceptor.ORIGINAL_XML_WRITER,
            TWO_WAY,
            CaptureOut.CALL,
            CurrentSequence.CALL,
            Attempt.EXPECTED,
            Attempt.KEY);

    private final SharedProperties properties;
    private final CapturedContent envelope;
    private final @Nullable List<Attachment> attachments;
    private final Exchange exchange;
    private final @Nullable PhaseInterceptorChain chain;
    private final AtomicInteger holders;
    private final AtomicReference<@Nullable ByteBudget> reserved;

    private Template(
            Message original,
            CapturedContent envelope,
            @Nullable List<Attachment> attachments,
            boolean answersCaller,
            boolean passed,
            @Nullable PhaseInterceptorChain chain) {
        Map<String, Object> all = new HashMap<>(original);
        NOT_COPIED.forEach(all::remove);
        if (passed) {
            // Interceptors of the application saw the message when it was captured; they distinguish repetitions by it.
            all.put(RMMessageConstants.RM_RETRANSMISSION, true);
        }
        Object contentType = original.get(CONTENT_TYPE);
        if (contentType != null) {
            all.put(Message.CONTENT_TYPE, contentType);
        }
        Template former = former(original.getExchange().getEndpoint());
        if (all.get(Message.PROTOCOL_HEADERS) instanceof Map<?, ?> headers) {
            // The transport of the first transmission adds headers to its own map.
            Object formers = former == null ? null : former.properties.get(Message.PROTOCOL_HEADERS);
            all.put(Message.PROTOCOL_HEADERS, headers.equals(formers) ? formers : CallContext.copy(headers));
        }
        this.properties = SharedProperties.of(all, former == null ? null : former.properties);
        this.envelope = envelope;
        this.attachments = attachments;
        this.chain = chain;
        this.exchange = answersCaller
                ? AttemptExchange.of(original.getExchange())
                : SharedProperties.exchange(
                        (ExchangeImpl) original.getExchange(), former == null ? null : former.exchange);
        this.holders = new AtomicInteger(1);
        this.reserved = new AtomicReference<>();
    }

    private Template(Template former, RMProperties reliable) {
        this.properties = former.properties.with(RMContextUtils.getRMPropertiesKey(true), reliable);
        this.envelope = former.envelope;
        this.attachments = former.attachments;
        this.chain = former.chain;
        this.exchange = former.exchange;
        this.holders = former.holders;
        this.reserved = former.reserved;
    }

    /**
     * Takes away the number, so that the message can get another one, in another sequence. Only one of the two templates is to be
     * released.
     */
    public Template withoutNumber() {
        RMProperties former = (RMProperties) properties.get(RMContextUtils.getRMPropertiesKey(true));
        if (former == null) {
            throw new IllegalStateException("the message is not reliable");
        }
        RMProperties reliable = new RMProperties();
        reliable.exposeAs(former.getNamespaceURI());
        reliable.setCreatedTime(former.getCreatedTime());
        return new Template(this, reliable);
    }

    /** {@return the life of the client that sends the message; null if it is an answer, or its endpoint is not known} */
    public @Nullable ClientLife client() {
        Endpoint endpoint = exchange.getEndpoint();
        return endpoint == null || !isRequest() ? null : Clients.life(endpoint);
    }

    /** Holds the client open, if the message has one, until {@link ClientLife#release}. */
    public void holdClient() {
        ClientLife client = client();
        if (client != null) {
            client.hold();
        }
    }

    /** Returns whether the message is a request. For an answer no sequence can be created. */
    public boolean isRequest() {
        return Boolean.TRUE.equals(properties.get(Message.REQUESTOR_ROLE));
    }

    /**
     * Keeps a message that was captured here, and whose envelope has no headers of WS-RM. If it answers a caller, the caller
     * waits on the exchange of the original, and the answer to any attempt has to reach it.
     */
    static Template of(Message original, ByteArrayOutputStream written, boolean answersCaller) throws IOException {
        return new Template(
                        original,
                        CapturedContent.of(written),
                        CapturedAttachment.captureAll(original),
                        answersCaller,
                        true,
                        null)
                .remembered();
    }

    /**
     * Keeps a request of WS-RM itself, whose restarts go through copies of its own chain: its endpoint has the interceptors
     * of the application's, but another client.
     */
    static Template of(Message original, ByteArrayOutputStream written, PhaseInterceptorChain chain)
            throws IOException {
        return new Template(
                original,
                CapturedContent.of(written),
                null,
                !original.getExchange().isOneWay(),
                false,
                chain);
    }

    /**
     * Keeps a message that CXF has captured, or recovered from its store. A recovered message gets the addressing of its
     * envelope. Its {@link RMMessageConstants#SAVED_CONTENT} belongs to the template from now on.
     */
    public static Template of(Message original) throws IOException {
        CachedOutputStream saved = (CachedOutputStream) original.get(RMMessageConstants.SAVED_CONTENT);
        CapturedContent envelope = CapturedContent.of(saved == null ? new CachedOutputStream() : saved);
        SavedAddressing.restore(original, envelope);
        return new Template(original, envelope, CapturedAttachment.captureAll(original), false, false, null)
                .remembered();
    }

    /** Returns the last template of an endpoint, with which the next shares properties and exchange; null if it is gone. */
    private static @Nullable Template former(@Nullable Endpoint endpoint) {
        return endpoint != null
                        && endpoint.get(FORMER) instanceof WeakReference<?> reference
                        && reference.get() instanceof Template template
                ? template
                : null;
    }

    private Template remembered() {
        Endpoint endpoint = exchange.getEndpoint();
        if (endpoint != null) {
            endpoint.put(FORMER, new WeakReference<>(this));
        }
        return this;
    }

    /** Makes a message for one attempt, which shares only immutable parts with others. */
    SoapMessage copy(Attempt attempt) {
        SoapMessage copy = copy();
        belongTo(attempt, copy);
        return copy;
    }

    /** Makes a message that replaces the captured one where CXF asks for a message. */
    public SoapMessage copy() {
        SoapMessage copy = (SoapMessage) exchange.getBinding().createMessage(new MessageImpl());
        properties.copyTo(copy);
        copyProtocolHeaders(copy);
        if (attachments != null) {
            copy.setAttachments(new ArrayList<>(attachments));
        }
        // CXF takes a message for an outgoing one only if its exchange says so.
        (answersCaller() ? AttemptExchange.of(exchange) : new ExchangeImpl((ExchangeImpl) exchange))
                .setOutMessage(copy);
        return copy;
    }

    /**
     * Returns whether each transmission of a call can say which message comes before it: it is written when it is dispatched,
     * over a transport that tells when it has arrived.
     */
    public static boolean namesFormer(Message call) {
        return PlainEnvelope.isPlain(call) && Attempt.isExpected(call);
    }

    /** Marks a message as that of an attempt, for the transport. */
    static void belongTo(Attempt attempt, Message message) {
        message.put(Attempt.KEY, attempt);
        // Only then does CXF read a fault that answers a one-way message.
        message.put(Message.ROBUST_ONEWAY, message.getExchange().isOneWay());
    }

    /**
     * Gives the copy its own transport headers, because they are lists to which the transport adds. Of the cookies they have
     * those of the caller: the transport adds the cookies of the session to each transmission.
     */
    private static void copyProtocolHeaders(Message copy) {
        if (copy.get(Message.PROTOCOL_HEADERS) instanceof Map<?, ?> headers) {
            Map<String, List<String>> own = CallContext.copy(headers);
            own.remove(HttpHeaderHelper.COOKIE);
            List<String> given = CallContext.givenHeaders(copy).get(HttpHeaderHelper.COOKIE);
            if (given != null) {
                own.put(HttpHeaderHelper.COOKIE, new ArrayList<>(given));
            }
            copy.put(Message.PROTOCOL_HEADERS, own);
        }
    }

    /** Returns whether a caller waits, or has waited, for the answer to any attempt. */
    private boolean answersCaller() {
        return exchange instanceof AttemptExchange;
    }

    /**
     * Returns whether a caller waits for the answer, and the answer does not come with an incoming message: that answers no
     * attempt of this message, or WS-Addressing drops it.
     */
    public boolean awaitsAnswerBeside(@Nullable Message carrier) {
        return exchange instanceof AttemptExchange call
                && !call.isLeft()
                && (carrier == null
                        || ContextUtils.retrieveDeferredUncorrelatedMessageAbort(carrier)
                        || !AttemptExchange.areOfOneCall(carrier.getExchange(), exchange));
    }

    /** Returns whether a caller has waited for the answer, and waits no longer. */
    public boolean isAnswered() {
        return answersCaller() && AttemptExchange.isAnswered(exchange);
    }

    /** Returns whether a caller waits for the answer to this message, and another message answers an attempt of it. */
    public boolean isAnsweredBy(Message answer) {
        return answersCaller() && AttemptExchange.areOfOneCall(answer.getExchange(), exchange);
    }

    /** Tells the caller, if one waits for the answer, that it will not come. */
    public void failCaller(String reason) {
        if (answersCaller()) {
            AttemptExchange.fail(exchange, new IOException(reason));
        }
    }

    /** {@return a message with the property by which CXF finds the callback of the application} */
    public Message callback() {
        Message message = new MessageImpl();
        Object callback = properties.get(RMMessageConstants.RM_CLIENT_CALLBACK);
        if (callback != null) {
            message.put(RMMessageConstants.RM_CLIENT_CALLBACK, callback);
        }
        return message;
    }

    /** {@return the size of the envelope and the captured attachments in bytes} */
    public long size() {
        return contents().mapToLong(CapturedContent::size).sum();
    }

    /** {@return an estimate of the memory that the template takes, in bytes} */
    public long heapBytes() {
        return PROPERTIES_BYTES
                + contents().mapToLong(CapturedContent::heapBytes).sum();
    }

    /** Returns the envelope and the captured attachments. */
    private Stream<CapturedContent> contents() {
        return Stream.concat(Stream.of(envelope), CapturedAttachment.contents(attachments).stream());
    }

    /** Reserves the memory that the template takes, until it is released; returns false if the budget has not enough left. */
    public boolean reserve(ByteBudget budget) {
        if (!budget.tryReserve(heapBytes())) {
            return false;
        }
        reserved.set(budget);
        return true;
    }

    /** Releases the reserved memory, if any. */
    public void unreserve() {
        ByteBudget budget = reserved.getAndSet(null);
        if (budget != null) {
            budget.release(heapBytes());
        }
    }

    /** Opens the envelope, which is without the headers of WS-RM; to be closed by the caller. */
    public InputStream open() throws IOException {
        return envelope.open();
    }

    /** Returns a copy of the chain for retransmissions; null for the chain of the endpoint. */
    @Nullable
    PhaseInterceptorChain chain() {
        return chain == null ? null : chain.cloneChain();
    }

    /** Holds the envelope until it is released; returns false if it was freed already. */
    boolean hold() {
        return holders.getAndUpdate(count -> count == 0 ? 0 : count + 1) > 0;
    }

    /** Releases the envelope. */
    public void release() {
        if (holders.decrementAndGet() == 0) {
            unreserve();
            contents().forEach(CapturedContent::free);
            if (properties.get(RMMessageConstants.ATTACHMENTS_CLOSEABLE) instanceof Closeable attachmentsCloseable) {
                close(attachmentsCloseable);
            }
        }
    }

    private static void close(Closeable closeable) {
        try {
            closeable.close();
        } catch (IOException e) {
            LOG.debug("Closing the attachments of a message failed", e);
        }
    }
}
