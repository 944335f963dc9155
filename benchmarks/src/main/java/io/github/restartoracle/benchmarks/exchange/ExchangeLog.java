package io.github.restartoracle.benchmarks.exchange;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.csv.CSVRecord;

/**
 * The file {@code exchanges.csv}: a header and one line per {@link Exchange}, the parts of one that failed empty.
 *
 * <p>Stateless, thread-safe.
 */
public final class ExchangeLog {
    private static final String HEADER = "phase,number,request_bytes,response_bytes,due_ns,start_ns,"
            + "connect_ns,request_ns,processing_ns,response_ns";

    private ExchangeLog() {}

    /**
     * Writes a file.
     *
     * @param file replaced if it is there
     * @param exchanges in the order of the lines
     * @throws IOException if the file cannot be written
     */
    public static void write(Path file, Collection<Exchange> exchanges) throws IOException {
        CSVFormat format = CSVFormat.DEFAULT
                .builder()
                .setHeader(HEADER.split(",", -1))
                .setRecordSeparator('\n')
                .get();
        try (Writer out = Files.newBufferedWriter(file);
                CSVPrinter printer = new CSVPrinter(out, format)) {
            for (Exchange exchange : exchanges) {
                printer.printRecord(
                        exchange.phase(),
                        exchange.number(),
                        exchange.requestBytes(),
                        exchange.responseBytes(),
                        exchange.dueNanos(),
                        exchange.startNanos(),
                        part(exchange, Split::connectNanos),
                        part(exchange, Split::requestNanos),
                        part(exchange, Split::processingNanos),
                        part(exchange, Split::responseNanos));
            }
        }
    }

    private static String part(Exchange exchange, ToLongFunction<Split> part) {
        return exchange.split()
                .map(split -> Long.toString(part.applyAsLong(split)))
                .orElse("");
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
        List<Exchange> exchanges = new ArrayList<>();
        CSVFormat format = CSVFormat.DEFAULT
                .builder()
                .setHeader()
                .setSkipHeaderRecord(true)
                .get();
        try (Reader in = Files.newBufferedReader(file);
                CSVParser parser = format.parse(in)) {
            for (CSVRecord line : parser) {
                try {
                    exchanges.add(exchange(line));
                } catch (IllegalArgumentException wrong) {
                    throw new IllegalArgumentException(
                            file + ":" + parser.getCurrentLineNumber() + ": " + wrong.getMessage(), wrong);
                }
            }
        }
        return exchanges;
    }

    private static Exchange exchange(CSVRecord line) {
        Optional<Split> split = line.get("response_ns").isEmpty()
                ? Optional.empty()
                : Optional.of(new Split(
                        Long.parseLong(line.get("connect_ns")),
                        Long.parseLong(line.get("request_ns")),
                        Long.parseLong(line.get("processing_ns")),
                        Long.parseLong(line.get("response_ns"))));
        return new Exchange(
                line.get("phase"),
                Integer.parseInt(line.get("number")),
                Integer.parseInt(line.get("request_bytes")),
                Integer.parseInt(line.get("response_bytes")),
                Long.parseLong(line.get("due_ns")),
                Long.parseLong(line.get("start_ns")),
                split);
    }
}
