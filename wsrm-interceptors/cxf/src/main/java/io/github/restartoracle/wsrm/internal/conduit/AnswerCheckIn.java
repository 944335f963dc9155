package io.github.restartoracle.wsrm.internal.conduit;

import io.github.restartoracle.internal.attempt.Attempt;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.jspecify.annotations.Nullable;

/**
 * Checks that the answer to an attempt is the destination's. A gateway may answer instead of it, with a page or with
 * nothing, and even with the status of a success. Such an answer is an outage of the path: the attempt fails, the message is
 * restarted, and a caller goes on waiting.
 *
 * <p>The destination answers with an envelope, or without content and with a status that is
 * {@linkplain Attempt#mayBeAnsweredWith its own}. The second is never the answer for which a caller waits. Thread-safe.
 */
public final class AnswerCheckIn extends AbstractPhaseInterceptor<Message> {
    private static final int START_BYTES = 4096;
    private static final int SERVER_ERROR = 500;
    private static final Pattern ENVELOPE = Pattern.compile("<(?:[^\\s<>:/]+:)?Envelope[\\s/>]");

    /** Creates an interceptor for the incoming messages of a bus. */
    public AnswerCheckIn() {
        super(Phase.RECEIVE);
    }

    /**
     * Returns the attempt that a message answers. WS-Addressing gives an answer the exchange of the last attempt of its call;
     * one that comes on the connection of its attempt is known to answer this attempt.
     *
     * @return null if it answers none
     */
    public static @Nullable Attempt answered(Message answer) {
        Attempt own = answer.get(Attempt.class);
        Message sent = answer.getExchange().getOutMessage();
        return own != null || sent == null || !MessageUtils.isRequestor(answer) ? own : Attempt.of(sent);
    }

    @Override
    public void handleMessage(Message message) {
        Message request =
                message.getExchange() == null ? null : message.getExchange().getOutMessage();
        Attempt attempt = request == null || !MessageUtils.isRequestor(message) ? null : Attempt.of(request);
        InputStream content = message.getContent(InputStream.class);
        if (attempt == null || content == null) {
            return;
        }
        message.put(Attempt.class, attempt);
        try {
            byte[] start = content.readNBytes(START_BYTES);
            if (isEnvelope(message, start)) {
                PushbackInputStream whole = new PushbackInputStream(content, START_BYTES);
                whole.unread(start);
                message.setContent(InputStream.class, whole);
                if (message.getExchange().isOneWay()
                        && Integer.valueOf(SERVER_ERROR).equals(message.get(Message.RESPONSE_CODE))) {
                    attempt.refuse(new IOException("HTTP response 500"));
                }
                return;
            }
            check(attempt, message, start.length == 0);
            // CXF waits on if this is not the whole answer.
            message.put(Message.PARTIAL_RESPONSE_MESSAGE, true);
            message.getInterceptorChain().abort();
            content.close();
        } catch (IOException e) {
            throw new Fault(e);
        }
    }

    private static boolean isEnvelope(Message message, byte[] start) {
        String type = String.valueOf(message.get(Message.CONTENT_TYPE)).toLowerCase(Locale.ROOT);
        if (start.length == 0 || type.contains("html")) {
            return false;
        }
        boolean packed = type.startsWith("multipart/") || type.contains("fastinfoset") || isEncoded(message);
        // Without zero bytes, UTF-16 is as readable as UTF-8.
        return packed
                || ENVELOPE.matcher(new String(start, StandardCharsets.ISO_8859_1).replace("\0", ""))
                        .find();
    }

    private static boolean isEncoded(Message message) {
        return message.get(Message.PROTOCOL_HEADERS) instanceof Map<?, ?> headers
                && headers.keySet().stream()
                        .anyMatch(name -> "Content-Encoding".equalsIgnoreCase(String.valueOf(name)));
    }

    private static void check(Attempt attempt, Message answer, boolean empty) {
        @Nullable Integer status = (Integer) answer.get(Message.RESPONSE_CODE);
        boolean success = status == null || status / 100 == 2;
        if (!empty || !success || (status != null && !attempt.mayBeAnsweredWith(status))) {
            attempt.fail(new IOException("another machine has answered instead of the destination: status " + status
                    + (empty ? ", no content" : ", content of type " + answer.get(Message.CONTENT_TYPE))));
        }
    }

    /**
     * Ends an attempt whose answer its transport has given to CXF. Fails the attempt if the answer has no content and is not
     * the destination's: no chain has read it.
     */
    public static void end(Attempt attempt, Exchange exchange) {
        Message answer = exchange.getInMessage();
        if (answer != null && Boolean.TRUE.equals(exchange.get("IN_CHAIN_COMPLETE"))) {
            check(attempt, answer, true);
        }
        attempt.advance(io.github.restartoracle.internal.attempt.Phase.ANSWERED);
    }
}
