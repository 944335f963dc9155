package io.github.restartoracle.benchmarks.lab.exchange;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.restartoracle.harness.csv.Csv;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One request and its answer over a separate connection: a line of {@code exchanges.csv}. The parts of one that failed are
 * empty.
 *
 * @param phase the label of the phase it belongs to
 * @param number within the phase, from 0
 * @param requestBytes on the connection, 1 or more
 * @param responseBytes on the connection, 1 or more
 * @param dueNanos the time at which it should have begun, since the start of the run
 * @param startNanos the time at which it began, not before it was due
 * @param connectNanos a part of the response time, as the others in {@link ResponseTimeParts}
 * @param requestNanos a part
 * @param processingNanos a part
 * @param responseNanos a part
 */
public record Exchange(
        String phase,
        int number,
        int requestBytes,
        int responseBytes,
        @JsonProperty("due_ns") long dueNanos,
        @JsonProperty("start_ns") long startNanos,
        @JsonProperty("connect_ns") OptionalLong connectNanos,
        @JsonProperty("request_ns") OptionalLong requestNanos,
        @JsonProperty("processing_ns") OptionalLong processingNanos,
        @JsonProperty("response_ns") OptionalLong responseNanos) {
    /** The file {@code exchanges.csv}. */
    public static final Csv<Exchange> FILE = Csv.of(Exchange.class);

    public Exchange {
        if (number < 0 || requestBytes < 1 || responseBytes < 1) {
            throw new IllegalArgumentException("number must be 0 or more, sizes 1 or more");
        }
        if (startNanos < dueNanos) {
            throw new IllegalArgumentException("began " + (dueNanos - startNanos) + " ns before it was due");
        }
    }

    /** Creates an exchange with the parts of its time; empty if it failed. */
    public Exchange(
            String phase,
            int number,
            int requestBytes,
            int responseBytes,
            long dueNanos,
            long startNanos,
            Optional<ResponseTimeParts> parts) {
        this(
                phase,
                number,
                requestBytes,
                responseBytes,
                dueNanos,
                startNanos,
                parts.stream().mapToLong(ResponseTimeParts::connectNanos).findAny(),
                parts.stream().mapToLong(ResponseTimeParts::requestNanos).findAny(),
                parts.stream().mapToLong(ResponseTimeParts::processingNanos).findAny(),
                parts.stream().mapToLong(ResponseTimeParts::responseNanos).findAny());
    }

    /** {@return the times of its parts; empty if it failed} */
    public Optional<ResponseTimeParts> parts() {
        return responseNanos.isEmpty()
                ? Optional.empty()
                : Optional.of(new ResponseTimeParts(
                        connectNanos.orElseThrow(),
                        requestNanos.orElseThrow(),
                        processingNanos.orElseThrow(),
                        responseNanos.getAsLong()));
    }

    /**
     * {@return the response time from the beginning of the exchange, in seconds; NaN if it failed} A client that waits for each
     * answer measures this. It does not contain the time for which the exchange waited for a slow predecessor.
     */
    public double responseSeconds() {
        return parts().map(s -> s.totalNanos() / 1e9).orElse(Double.NaN);
    }

    /** {@return the response time from the time at which the exchange was due, in seconds; NaN if it failed} */
    public double sinceDueSeconds() {
        return (startNanos - dueNanos) / 1e9 + responseSeconds();
    }

    /** {@return the time at which the last byte of the answer arrived; {@code Long.MAX_VALUE} if it never did} */
    public long endNanos() {
        return parts().map(s -> startNanos + s.totalNanos()).orElse(Long.MAX_VALUE);
    }

    /** {@return the same exchange on a clock that is 0 at a time of this one} */
    Exchange since(long originNanos) {
        return new Exchange(
                phase, number, requestBytes, responseBytes, dueNanos - originNanos, startNanos - originNanos, parts());
    }
}
