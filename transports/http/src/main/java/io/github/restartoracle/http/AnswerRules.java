package io.github.restartoracle.http;

import io.github.restartoracle.internal.attempt.RetryLater;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
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

    /** Returns whether the request is to be sent again at once, over another connection. */
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

    /** Returns the delay of a header, which is a number of seconds or a date; null for none. */
    private static @Nullable Duration delay(HttpReply reply) {
        String value = reply.first("Retry-After");
        if (value.isEmpty()) {
            return null;
        }
        try {
            Duration delay = value.matches("\\d+")
                    ? Duration.ofSeconds(Long.parseLong(value))
                    : Duration.between(date(reply.first("Date")), date(value));
            return delay.compareTo(Duration.ZERO) > 0 ? delay : null;
        } catch (NumberFormatException | DateTimeException malformed) {
            return null;
        }
    }

    /** Returns the time of a date; the present if there is none. */
    private static Instant date(String value) {
        return value.isEmpty() ? Instant.now() : Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(value));
    }
}
