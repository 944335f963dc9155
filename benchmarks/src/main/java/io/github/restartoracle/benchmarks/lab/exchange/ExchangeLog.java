package io.github.restartoracle.benchmarks.lab.exchange;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.restartoracle.harness.csv.Csv;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The file {@code exchanges.csv}: a line per {@link Exchange}, the parts of one that failed empty.
 *
 * <p>Stateless, thread-safe.
 */
public final class ExchangeLog {
    private static final Csv<Line> FILE = Csv.of(Line.class);

    private record Line(
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
        static Line of(Exchange exchange) {
            Optional<ResponseTimeParts> split = exchange.split();
            return new Line(
                    exchange.phase(),
                    exchange.number(),
                    exchange.requestBytes(),
                    exchange.responseBytes(),
                    exchange.dueNanos(),
                    exchange.startNanos(),
                    split.stream().mapToLong(ResponseTimeParts::connectNanos).findAny(),
                    split.stream().mapToLong(ResponseTimeParts::requestNanos).findAny(),
                    split.stream().mapToLong(ResponseTimeParts::processingNanos).findAny(),
                    split.stream().mapToLong(ResponseTimeParts::responseNanos).findAny());
        }

        Exchange exchange() {
            Optional<ResponseTimeParts> split = responseNanos.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new ResponseTimeParts(
                            connectNanos.orElseThrow(),
                            requestNanos.orElseThrow(),
                            processingNanos.orElseThrow(),
                            responseNanos.getAsLong()));
            return new Exchange(phase, number, requestBytes, responseBytes, dueNanos, startNanos, split);
        }
    }

    private ExchangeLog() {}

    /**
     * Tells if a file is of this kind.
     *
     * @param firstLine its header
     * @return true if {@link #read} reads it
     */
    public static boolean isHeader(String firstLine) {
        return firstLine.equals(FILE.header());
    }

    /**
     * Writes a file.
     *
     * @param file replaced if it is there
     * @param exchanges in the order of the lines
     * @throws IOException if the file cannot be written
     */
    public static void write(Path file, Collection<Exchange> exchanges) throws IOException {
        FILE.write(file, exchanges.stream().map(Line::of).toList());
    }

    /**
     * Reads a file.
     *
     * @param file written by {@link #write}
     * @return the exchanges
     * @throws IOException if the file cannot be read
     * @throws IllegalArgumentException if a line cannot be understood; the message names file and line
     */
    public static List<Exchange> read(Path file) throws IOException {
        return FILE.read(file).stream().map(Line::exchange).toList();
    }
}
