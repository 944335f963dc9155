package io.github.restartoracle.http;

import io.github.restartoracle.wsrm.attempt.Attempt;
import io.github.restartoracle.wsrm.attempt.AttemptConduit;
import io.github.restartoracle.wsrm.attempt.Phase;
import io.netty.handler.codec.http.HttpHeaders;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.net.URISyntaxException;
import java.security.Principal;
import java.util.List;
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
 * Sends a message that belongs to an {@link Attempt} without waiting for the network: the request leaves when CXF closes
 * the conduit for the message, and the response goes through CXF's usual path on a response thread. Any other message
 * is sent by CXF's own conduit, and so is an attempt that goes through a proxy or that insists on
 * {@code HttpURLConnection} (an own {@code SSLSocketFactory}); such an attempt blocks, as CXF does.
 *
 * <p>Redirects and authentication challenges are followed as CXF does it, each step being a transmission of its own
 * within the attempt; so is a request that a server wants to have again at once on another connection. HTTP/1.1 only,
 * whatever version the client policy names.
 *
 * <p>Thread-safe.
 */
final class AttemptHttpConduit extends HttpClientHTTPConduit implements AttemptConduit {
    private static final int UNAVAILABLE = 503;

    /** How often a request is sent again at once because another server behind the address is to take it. */
    private static final int MAX_REFUSALS = 8;

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
        // a message may be a copy of one that went through here before
        message.remove(Route.class.getName());
        URI uri = address.getURI();
        Transmitter transmitter = Attempt.of(message) == null ? null : factory.transmitter();
        if (transmitter == null || !canReach(uri, message, policy)) {
            super.setupConnection(message, address, policy);
            return;
        }
        message.put("http.scheme", uri.getScheme());
        message.put(KEY_HTTP_CONNECTION_ADDRESS, address);
        message.putIfAbsent(Message.HTTP_REQUEST_METHOD, "POST");
        Tls tls = "https".equalsIgnoreCase(uri.getScheme()) ? transmitter.tls(tlsParameters(message)) : null;
        message.put(Route.class, Route.of(uri, tls));
    }

    @Override
    public boolean takesAttempts(Message message) {
        try {
            String address = (String) message.get(Message.ENDPOINT_ADDRESS);
            URI uri = address == null ? getURI() : new URI(address);
            return factory.transmitter() != null && canReach(uri, message, getClient(message));
        } catch (URISyntaxException malformed) {
            return false;
        }
    }

    @Override
    public boolean prepared(OutputStream stream) {
        return stream instanceof WrappedOutputStream;
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
        message.remove(RequestStream.class.getName());
        Attempt attempt = Attempt.of(message);
        Transmitter transmitter = factory.transmitter();
        Address address = (Address) message.get(KEY_HTTP_CONNECTION_ADDRESS);
        if (attempt == null || transmitter == null || address == null || message.get(Route.class) == null) {
            return super.createOutputStream(message, cache, chunking, chunkThreshold);
        }
        RequestStream stream = new RequestStream(message, attempt, transmitter, cache, address.getURI());
        message.put(RequestStream.class, stream);
        return stream;
    }

    /**
     * The last thing CXF does with an outgoing message. The request leaves only now, so that the response never meets a
     * sender that is still at work with the same message.
     */
    @Override
    public void close(Message message) throws IOException {
        RequestStream stream = message.get(RequestStream.class);
        if (stream == null) {
            super.close(message);
            return;
        }
        message.remove(RequestStream.class.getName());
        try {
            super.close(message);
            stream.launch();
        } catch (IOException | RuntimeException unsendable) {
            stream.attempt.fail(unsendable);
            throw unsendable;
        }
    }

    /** The request of an attempt, and CXF's view of its response. */
    private final class RequestStream extends WrappedOutputStream implements TransmissionListener {
        private final Attempt attempt;
        private final Transmitter transmitter;
        private final boolean mayRetransmit;
        private final @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();
        /** Null before the first byte and once the body is complete, so that it is not in memory twice. */
        private @Nullable ByteArrayOutputStream collected;

        private byte @Nullable [] body;
        private @Nullable HttpHeaders headers;
        private @Nullable SSLSession session;
        private @Nullable HttpReply reply;
        private int retransmits;
        private int refusals;

        RequestStream(Message message, Attempt attempt, Transmitter transmitter, boolean mayRetransmit, URI uri) {
            super(message, false, false, -1, getConduitName(), uri);
            this.attempt = attempt;
            this.transmitter = transmitter;
            this.mayRetransmit = mayRetransmit;
        }

        @Override
        protected void setProtocolHeaders() {
            boolean closes = transmitter.settings().connectionPerAttempt();
            headers = RequestHeaders.of(outMessage, outMessage.get(Route.class), closes);
        }

        @Override
        protected void setupWrappedStream() {
            ByteArrayOutputStream stream = new ByteArrayOutputStream();
            collected = stream;
            wrappedStream = stream;
        }

        /** The stream is closed and the request complete. */
        @Override
        protected void handleResponse() {
            ByteArrayOutputStream complete = collected;
            collected = null;
            if (complete != null) {
                body = complete.toByteArray();
            } else if (body == null) {
                body = new byte[0];
            }
        }

        void launch() throws IOException {
            HttpHeaders fields = headers;
            byte[] content = body;
            if (fields == null || content == null || outMessage.getContent(Exception.class) != null) {
                return;
            }
            if (content.length > 0 || !RequestHeaders.isWithoutContent(outMessage)) {
                fields.set(HttpHeaderHelper.CONTENT_LENGTH, content.length);
            }
            HTTPClientPolicy policy = getClient(outMessage);
            String path = url.getRawPath();
            String target = path == null || path.isEmpty() ? "/" : path;
            HttpCall call = new HttpCall(
                    outMessage.get(Route.class),
                    getMethod(),
                    url.getRawQuery() == null ? target : target + "?" + url.getRawQuery(),
                    fields,
                    content,
                    determineConnectionTimeout(outMessage, policy),
                    determineReceiveTimeout(outMessage, policy),
                    trustDecider != null || outMessage.get(MessageTrustDecider.class) != null);
            new Transmission(transmitter, call, attempt, this).start();
        }

        @Override
        protected void makeTrustDecision() {
            // the connection to be judged does not stand yet: see trust
        }

        @Override
        public void trust(@Nullable SSLSession established) throws IOException {
            session = established;
            super.makeTrustDecision();
        }

        @Override
        protected @Nullable HttpsURLConnectionInfo getHttpsURLConnectionInfo() throws SSLPeerUnverifiedException {
            SSLSession established = session;
            if (established == null) {
                return null;
            }
            Principal local = established.getLocalPrincipal();
            return new HttpsURLConnectionInfo(
                    url,
                    getMethod(),
                    established.getCipherSuite(),
                    established.getLocalCertificates(),
                    local,
                    established.getPeerCertificates(),
                    established.getPeerPrincipal());
        }

        @Override
        public void answered(HttpReply received) {
            if (!attempt.advance(Phase.WRITTEN)) {
                return;
            }
            Thread thread = Thread.currentThread();
            ClassLoader before = thread.getContextClassLoader();
            thread.setContextClassLoader(loader);
            try {
                reply = received;
                if (refused() || retransmitted()) {
                    return;
                }
                handleResponseInternal();
                attempt.advance(Phase.ANSWERED);
            } catch (IOException | RuntimeException | Error unusable) {
                failed(unusable);
            } finally {
                thread.setContextClassLoader(before);
            }
        }

        /**
         * Sends the request again at once if that was asked for ({@code Retry-After: 0}, RFC 9110, section 10.2.3) by a
         * server that has closed the connection: the next one may lead to the right server.
         */
        private boolean refused() throws IOException {
            HttpReply received = reply();
            if (received.status() != UNAVAILABLE
                    || refusals >= MAX_REFUSALS
                    || !received.has("Retry-After", "0")
                    || !received.has("Connection", "close")) {
                return false;
            }
            refusals++;
            launch();
            return true;
        }

        /** Follows a redirect or answers a challenge; the response to that comes to {@link #answered} again. */
        private boolean retransmitted() throws IOException {
            if (!mayRetransmit) {
                return false;
            }
            updateCookiesBeforeRetransmit();
            int max = getClient(outMessage).getMaxRetransmits();
            if ((max >= 0 && retransmits >= max) || !processRetransmit()) {
                return false;
            }
            retransmits++;
            launch();
            return true;
        }

        /**
         * Leaves it to the owner of the attempt what the failure means, and the message as it is: a caller that waits
         * for a response goes on waiting, for another attempt may bring it.
         */
        @Override
        public void failed(Throwable cause) {
            attempt.fail(cause);
        }

        private HttpReply reply() {
            if (reply == null) {
                throw new IllegalStateException("no response yet");
            }
            return reply;
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
            cookies.readFromHeaders(received);
        }

        @Override
        protected void updateCookiesBeforeRetransmit() {
            Headers received = new Headers();
            received.readFromConnection(reply().headers());
            cookies.readFromHeaders(received);
        }

        @Override
        protected InputStream getInputStream() {
            return new ByteArrayInputStream(reply().body());
        }

        @Override
        protected @Nullable InputStream getPartialResponse() {
            int status = reply().status();
            boolean mayHaveContent = status == HttpURLConnection.HTTP_ACCEPTED || status == HttpURLConnection.HTTP_OK;
            return mayHaveContent && reply().body().length > 0 ? getInputStream() : null;
        }

        @Override
        protected void setupNewConnection(String newUrl) throws IOException {
            try {
                Address address = new Address(newUrl);
                setupConnection(outMessage, address, getClient(outMessage));
                if (outMessage.get(Route.class) == null) {
                    throw new IOException("cannot follow to " + newUrl + " through a proxy");
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
            // the body has been read
        }

        @Override
        protected void handleResponseAsync() {
            // every response is handled in answered
        }

        @Override
        protected void retransmitStream() {
            // launch sends the body again
        }

        @Override
        protected void setFixedLengthStreamingMode(int length) {
            // the length is known when the body is
        }

        @Override
        public void thresholdReached() {
            // nothing is streamed
        }
    }
}
