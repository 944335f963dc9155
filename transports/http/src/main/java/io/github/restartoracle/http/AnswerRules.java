package io.github.restartoracle.http;

import io.github.restartoracle.wsrm.attempt.RetryLater;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The request of a server that refuses a message: to send it elsewhere at once, or to wait ({@code Retry-After}, RFC 9110,
 * section 10.2.3).
 *
 * <p>Not thread-safe; belongs to one request.
 */
final class AnswerRules {
    /**
     * The header in an answer of a destination whose sequences belong to another process: the next connection may reach that
     * process.
     */
    static final String ELSEWHERE = "Restart-Oracle";

    private static final int TOO_MANY_REQUESTS = 429;
    private static final int UNAVAILABLE = 503;

    /** The number of times that a request is sent again at once because another server behind the address is to take it. */
    private static final int MAX_DETOURS = 8;

    private int detours;

    /** Tells if the request is to be sent again at once, over another connection. */
    boolean asksForAnotherConnection(HttpReply reply) {
        return reply.status() == UNAVAILABLE
                && reply.has(ELSEWHERE, "elsewhere")
                && reply.has("Connection", "close")
                && detours++ < MAX_DETOURS;
    }

    /** Returns the failure; if the server is overloaded, as one that passes, with the delay that the server asks for. */
    Throwable judged(HttpReply reply, Throwable failure) {
        if (reply.status() != UNAVAILABLE && reply.status() != TOO_MANY_REQUESTS) {
            return failure;
        }
        Duration delay = delay(reply);
        if (delay != null) {
            return new RetryLater(delay, failure);
        }
        // A destination whose sequences belong to another process is not overloaded.
        return reply.has(ELSEWHERE, "elsewhere") ? failure : new RetryLater(failure);
    }

    /** Returns the delay of a header in seconds; a date is not supported, since it would need a wall clock. */
    private static @Nullable Duration delay(HttpReply reply) {
        List<String> values = reply.headers().getOrDefault("Retry-After", List.of());
        try {
            long seconds = values.isEmpty() ? 0 : Long.parseLong(values.get(0).strip());
            return seconds > 0 ? Duration.ofSeconds(Math.min(seconds, RetryLater.LONGEST.toSeconds())) : null;
        } catch (NumberFormatException date) {
            return null;
        }
    }
}
