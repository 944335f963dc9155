package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.runtime.ChainStep;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.logging.FaultListener;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.Phase;
import org.slf4j.Logger;

/**
 * Refuses a message in a way that lets its source send it again: no part of it is stored or acknowledged. Over HTTP the
 * answer is status 503 on a connection that is then closed, to one-way messages too.
 */
public final class Refusal {
    private static final Logger LOG = Logs.of(Refusal.class);
    private static final int UNAVAILABLE = 503;

    /** Under this key, a copy of a request has the name of its message if it is refused once that is accepted. */
    public static final String IF_ACCEPTED = Refusal.class.getName() + ".ifAccepted";

    private static final String HEADERS = Refusal.class.getName();

    private static final FaultListener QUIET = (exception, description, message) -> {
        LOG.debug("{}", exception.getMessage());
        return false;
    };

    private Refusal() {}

    /**
     * Makes the fault that refuses a message, and prepares its exchange for the answer. The source decides when it tries
     * again. The caller throws the fault.
     */
    public static Fault of(Message message, String reason) {
        return of(message, reason, Map.of());
    }

    /**
     * Makes the same fault for a process that can accept no message for a moment: the source is to send it no message for a
     * second.
     */
    public static Fault later(Message message, String reason) {
        return of(message, reason, Map.of("Retry-After", "1"));
    }

    /**
     * Makes the same fault for a message that another process behind the same address accepts: a source that has our HTTP
     * transport sends it again at once, over another connection.
     */
    public static Fault elsewhere(Message message, String reason) {
        return of(message, reason, Map.of("Restart-Oracle", "elsewhere"));
    }

    private static Fault of(Message message, String reason, Map<String, String> headers) {
        Fault fault = new Fault(new IllegalStateException(reason));
        fault.setStatusCode(UNAVAILABLE);
        message.getExchange().put(HEADERS, headers);
        answerAtOnce(message);
        return fault;
    }

    /** Has the fault of a message sent on its connection, a one-way message's too, and keeps CXF from logging it. */
    public static void answerAtOnce(Message message) {
        logQuietly(message);
        // Otherwise CXF answers a one-way message as if it had been accepted.
        message.put(Message.ROBUST_ONEWAY, true);
    }

    /** Keeps CXF from logging the fault of a message. */
    static void logQuietly(Message message) {
        message.put(FaultListener.class.getName(), QUIET);
    }

    /** Has the connection of an answer closed behind it; returns the HTTP headers of the answer. */
    static Map<String, List<String>> closeConnection(Message answer) {
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.put("Connection", List.of("close"));
        answer.put(Message.PROTOCOL_HEADERS, headers);
        return headers;
    }

    /** Puts the HTTP headers on the answer to a refused message. */
    static ChainStep answer() {
        return new ChainStep(HEADERS, Phase.PRE_STREAM, message -> {
            if (message.getExchange().get(HEADERS) instanceof Map<?, ?> refused) {
                Map<String, List<String>> headers = closeConnection(message);
                refused.forEach((name, value) -> headers.put(name.toString(), List.of(value.toString())));
            }
        });
    }
}
