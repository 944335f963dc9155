package io.github.restartoracle.http;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.wsrm.internal.conduit.AnswerCheckIn;
import io.github.restartoracle.wsrm.internal.conduit.AttemptConduit;
import io.github.restartoracle.wsrm.internal.conduit.AttemptExchange;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.netty.handler.codec.http.HttpHeaders;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.apache.cxf.Bus;
import org.apache.cxf.configuration.jsse.TLSClientParameters;
import org.apache.cxf.helpers.HttpHeaderHelper;
import org.apache.cxf.message.Message;
import org.apache.cxf.service.model.EndpointInfo;
import org.apache.cxf.transport.http.Address;
import org.apache.cxf.transport.http.Headers;
import org.apache.cxf.transport.http.HttpClientHTTPConduit;
import org.apache.cxf.transport.http.MessageTrustDecider;
import org.apache.cxf.transport.https.HttpsURLConnectionInfo;
import org.apache.cxf.transports.http.configuration.HTTPClientPolicy;
import org.apache.cxf.ws.addressing.EndpointReferenceType;
import org.jspecify.annotations.Nullable;

/**
 * Sends a message that belongs to an {@link Attempt}, or is expected to, without waiting for the network: the request is sent
 * when the stream of the message is closed, and the response goes through CXF's usual path in a thread of the attempt's path.
 * Any other message is sent by CXF's own conduit, and so is an attempt through a proxy or one that requires
 * {@code HttpURLConnection} (an own {@code SSLSocketFactory}); such an attempt blocks, as CXF does.
 *
 * <p>The receive timeout of CXF counts for calls that wait for a response. A one-way message holds no thread, and its
 * acknowledgement is never too late: its attempt ends with the response, with the connection, or when the window of the path
 * needs its slot.
 *
 * <p>Redirects and authentication challenges are followed as CXF does it, each step being a transmission of its own within the
 * attempt, but credentials, cookies and client certificates stay with the host that they are for. A server may also ask for a
 * request again at once on another connection. HTTP/1.1 only: the version of the client policy has no effect.
 *
 * <p>Thread-safe.
 */
final class AttemptHttpConduit extends HttpClientHTTPConduit implements AttemptConduit {
    private static final String FORCE_URL_CONNECTION = "force.urlconnection.http.conduit";

    private final AttemptConduitFactory factory;

    AttemptHttpConduit(
            Bus bus, EndpointInfo endpoint, @Nullable EndpointReferenceType target, AttemptConduitFactory factory)
            throws IOException {
        super(bus, endpoint, target);
        this.factory = factory;
    }

    @Override
    protected void setupConnection(Message message, Address address, HTTPClientPolicy policy) throws IOException {
        // A message may be a copy of one that this method has prepared before.
        message.remove(Route.class.getName());
        URI uri = address.getURI();
        Transmitter transmitter = Attempt.isExpected(message) ? factory.transmitter() : null;
        if (transmitter == null || !canReach(uri, message, policy)) {
            super.setupConnection(message, address, policy);
            return;
        }
        message.put("http.scheme", uri.getScheme());
        message.put(KEY_HTTP_CONNECTION_ADDRESS, address);
        message.putIfAbsent(Message.HTTP_REQUEST_METHOD, "POST");
        Tls tls = "https".equalsIgnoreCase(uri.getScheme()) ? transmitter.tls(tlsParameters(message)) : null;
        message.put(Route.class, Route.of(uri, tls));
        CallerTimeout.set(
                message, determineConnectionTimeout(message, policy), determineReceiveTimeout(message, policy));
    }

    @Override
    public boolean takesAttempts(Message message) {
        try {
            URI uri = new URI(address(message));
            return factory.transmitter() != null && canReach(uri, message, getClient(message));
        } catch (URISyntaxException malformed) {
            return false;
        }
    }

    /**
     * Returns the address of a message. Does not use {@code getURI}, which fixes the address that the endpoint has at this
     * moment.
     */
    private String address(Message message) {
        String ofMessage = (String) message.get(Message.ENDPOINT_ADDRESS);
        if (ofMessage != null) {
            return ofMessage;
        }
        String ofTarget = getTarget() == null || getTarget().getAddress() == null
                ? null
                : getTarget().getAddress().getValue();
        String address = ofTarget == null ? endpointInfo.getAddress() : ofTarget;
        return address == null ? "" : address;
    }

    private boolean canReach(URI uri, Message message, HTTPClientPolicy policy) {
        if (uri.getHost() == null) {
            return false;
        }
        if (Boolean.TRUE.equals(message.getContextualProperty(FORCE_URL_CONNECTION))
                || tlsParameters(message).getSSLSocketFactory() != null) {
            return false;
        }
        Proxy proxy = proxyFactory.createProxy(policy, uri);
        return proxy == null || proxy.type() == Proxy.Type.DIRECT;
    }

    private TLSClientParameters tlsParameters(Message message) {
        return Tls.parameters(message.get(TLSClientParameters.class), tlsClientParameters);
    }

    @Override
    protected OutputStream createOutputStream(Message message, boolean cache, boolean chunking, int chunkThreshold)
            throws IOException {
        Transmitter transmitter = factory.transmitter();
        Address address = (Address) message.get(KEY_HTTP_CONNECTION_ADDRESS);
        if (!Attempt.isExpected(message)
                || transmitter == null
                || address == null
                || message.get(Route.class) == null) {
            return super.createOutputStream(message, cache, chunking, chunkThreshold);
        }
        return new RequestStream(message, transmitter, cache, address.getURI());
    }

    /** The request of an attempt, and CXF's view of its response. */
    private final class RequestStream extends WrappedOutputStream implements TransmissionEvents {
        private final Transmitter transmitter;
        private final boolean mayRetransmit;
        private final @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();
        private final ByteChunks body = new ByteChunks();
        private final Origin origin;
        private final AnswerRules rules = new AnswerRules();
        private @Nullable Attempt attempt;
        private @Nullable HttpHeaders headers;
        private @Nullable SSLSession session;
        private @Nullable HttpReply reply;
        private int retransmits;

        RequestStream(Message message, Transmitter transmitter, boolean mayRetransmit, URI uri) {
            super(message, false, false, -1, getConduitName(), uri);
            this.transmitter = transmitter;
            this.mayRetransmit = mayRetransmit;
            this.origin = Origin.of(uri);
        }

        @Override
        protected void setProtocolHeaders() {
            boolean closes = transmitter.settings().connectionPerAttempt();
            headers = RequestHeaders.of(outMessage, outMessage.get(Route.class), closes);
        }

        @Override
        protected void setupWrappedStream() {
            wrappedStream = body;
        }

        /** Sends the complete request when the stream is closed. A message without an attempt is not to be sent after all. */
        @Override
        protected void handleResponse() throws IOException {
            Attempt bound = Attempt.of(outMessage);
            if (bound == null || outMessage.getContent(Exception.class) != null) {
                return;
            }
            attempt = bound;
            try {
                // The response must not use a message with which its sender still works.
                outMessage = OwnMessage.of(outMessage);
                launch(bound);
            } catch (IOException | RuntimeException unsendable) {
                bound.fail(unsendable);
                throw unsendable;
            }
        }

        private void launch(Attempt bound) throws IOException {
            HttpHeaders fields = headers;
            if (fields == null) {
                throw new IOException("the request has no headers");
            }
            if (body.size() > 0 || !RequestHeaders.isWithoutContent(outMessage)) {
                fields.set(HttpHeaderHelper.CONTENT_LENGTH, body.size());
            }
            HTTPClientPolicy policy = getClient(outMessage);
            String path = url.getRawPath();
            String target = path == null || path.isEmpty() ? "/" : path;
            HttpSettings settings = transmitter.settings();
            boolean oneWay = outMessage.getExchange().isOneWay();
            HttpCall call = new HttpCall(
                    outMessage.get(Route.class),
                    getMethod(),
                    url.getRawQuery() == null ? target : target + "?" + url.getRawQuery(),
                    fields,
                    body,
                    new HttpCall.Limits(
                            determineConnectionTimeout(outMessage, policy),
                            oneWay ? 0 : determineReceiveTimeout(outMessage, policy),
                            oneWay ? settings.maxAcknowledgementBytes() : settings.maxResponseBytes()),
                    trustDecider != null || outMessage.get(MessageTrustDecider.class) != null,
                    !Boolean.TRUE.equals(outMessage.get(Attempt.SENT_ONCE)));
            new Transmission(transmitter, call, bound, this).start();
        }

        @Override
        protected void makeTrustDecision() {
            // The connection to be judged is not established yet: see trust.
        }

        @Override
        public void trust(@Nullable SSLSession established) throws IOException {
            session = established;
            super.makeTrustDecision();
        }

        @Override
        protected @Nullable HttpsURLConnectionInfo getHttpsURLConnectionInfo() throws SSLPeerUnverifiedException {
            return session == null ? null : Tls.info(session, url, getMethod());
        }

        @Override
        public void answered(HttpReply received) {
            Attempt bound = bound();
            Thread thread = Thread.currentThread();
            ClassLoader before = thread.getContextClassLoader();
            thread.setContextClassLoader(loader);
            try {
                reply = received;
                if (goesOn(bound)) {
                    return;
                }
                synchronized (AttemptExchange.lock(outMessage.getExchange())) {
                    handleResponseInternal();
                }
                AnswerCheckIn.end(bound, outMessage.getExchange());
            } catch (IOException | RuntimeException | Error unusable) {
                bound.fail(rules.judged(received, unusable));
            } finally {
                thread.setContextClassLoader(before);
            }
        }

        /** Sends the request once more, if the response asks for it; the response to that comes to {@link #answered}. */
        private boolean goesOn(Attempt bound) throws IOException {
            if (rules.asksForAnotherConnection(reply())) {
                if (bound.connectAgain()) {
                    launch(bound);
                }
                return true;
            }
            return retransmitted(bound);
        }

        /** Follows a redirect or answers a challenge; true if the request is sent again. */
        private boolean retransmitted(Attempt bound) throws IOException {
            if (!mayRetransmit) {
                return false;
            }
            updateCookiesBeforeRetransmit();
            int max = getClient(outMessage).getMaxRetransmits();
            if ((max >= 0 && retransmits >= max) || !processRetransmit()) {
                return false;
            }
            retransmits++;
            if (bound.connectAgain()) {
                launch(bound);
            }
            return true;
        }

        /**
         * Fails the attempt, whose owner decides about the consequence. The message stays as it is: a caller that waits for a
         * response goes on waiting, for another attempt may bring it.
         */
        @Override
        public void failed(Throwable cause) {
            bound().fail(cause);
        }

        private Attempt bound() {
            return Objects.requireNonNull(attempt, "the request was not sent");
        }

        private HttpReply reply() {
            return Objects.requireNonNull(reply, "no response yet");
        }

        @Override
        protected int getResponseCode() {
            return reply().status();
        }

        @Override
        protected String getResponseMessage() {
            return reply().reason();
        }

        @Override
        protected void updateResponseHeaders(Message inMessage) {
            Headers received = new Headers(inMessage);
            received.readFromConnection(reply().headers());
            List<String> type = reply().headers().get(Message.CONTENT_TYPE);
            inMessage.put(Message.CONTENT_TYPE, type == null ? null : String.join(",", type));
            readCookies(received);
        }

        @Override
        protected void updateCookiesBeforeRetransmit() {
            Headers received = new Headers();
            received.readFromConnection(reply().headers());
            readCookies(received);
        }

        /** Reads cookies only from the host for which the conduit was made. */
        private void readCookies(Headers received) {
            if (origin.covers(url)) {
                cookies.readFromHeaders(received);
            }
        }

        /** Sends credentials only to the host for which they were configured. */
        @Override
        protected boolean authorizationRetransmit() throws IOException {
            return origin.covers(url) && super.authorizationRetransmit();
        }

        @Override
        protected InputStream getInputStream() {
            return reply().body().open();
        }

        @Override
        protected @Nullable InputStream getPartialResponse() {
            int status = reply().status();
            boolean mayHaveContent = status == HttpURLConnection.HTTP_ACCEPTED || status == HttpURLConnection.HTTP_OK;
            return mayHaveContent && reply().body().size() > 0 ? getInputStream() : null;
        }

        @Override
        protected void setupNewConnection(String newUrl) throws IOException {
            try {
                Address address = new Address(newUrl);
                if (!origin.covers(address.getURI())) {
                    Headers own = new Headers(outMessage);
                    own.removeAuthorizationHeaders();
                    own.headerMap().remove(HttpHeaderHelper.COOKIE);
                    outMessage.put(TLSClientParameters.class, Tls.withoutKey(tlsParameters(outMessage)));
                }
                setupConnection(outMessage, address, getClient(outMessage));
                if (outMessage.get(Route.class) == null) {
                    throw new IOException(Logs.printable("cannot follow to " + newUrl + " through a proxy"));
                }
                url = address.getURI();
            } catch (URISyntaxException malformed) {
                throw new IOException(malformed);
            }
        }

        @Override
        protected boolean usingProxy() {
            return false;
        }

        @Override
        protected void closeInputStream() {
            // The body has been read.
        }

        @Override
        protected void handleResponseAsync() {
            // Every response is handled in answered.
        }

        @Override
        protected void retransmitStream() {
            // launch sends the body again.
        }

        @Override
        protected void setFixedLengthStreamingMode(int length) {
            // The length is set when the body is complete.
        }

        @Override
        public void thresholdReached() {
            // The body is buffered and not streamed.
        }
    }
}
