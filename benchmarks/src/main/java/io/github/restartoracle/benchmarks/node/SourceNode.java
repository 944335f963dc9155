package io.github.restartoracle.benchmarks.node;

import io.github.restartoracle.benchmarks.results.RestartRow;
import io.github.restartoracle.harness.journal.Journal;
import io.github.restartoracle.settings.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The source in its container: {@code SourceNode DIRECTORY RUN LABEL ADDRESS MESSAGES INTERVAL PAYLOAD DRAIN}, durations as
 * in ISO 8601. The oracle is configured by the system properties {@code restart-oracle.*}, as in any application. Writes
 * {@code journal.csv} and {@code restarts.csv} into the directory.
 */
public final class SourceNode {
    /** The file of transmissions. */
    public static final String JOURNAL = "journal.csv";
    /** The file of due and dispatch times. */
    public static final String RESTARTS = "restarts.csv";

    private static final Duration LONGEST_PREPARATION = Duration.ofMinutes(10);

    private SourceNode() {}

    /**
     * Sends all messages and waits for their acknowledgements.
     *
     * @param args see above
     * @throws IOException if a file cannot be written
     */
    public static void main(String[] args) throws IOException {
        Path directory = Path.of(args[0]);
        Rendezvous rendezvous = new Rendezvous(directory);
        try (SourceEnd end = new SourceEnd(args[3], Settings.from(System.getProperties()))) {
            end.warmUp();
            rendezvous.put(Rendezvous.READY, "");
            long startNanos = monotonic(Long.parseLong(rendezvous.await(Rendezvous.START, LONGEST_PREPARATION)));
            Duration interval = Duration.parse(args[5]);
            end.send(Integer.parseInt(args[4]), interval, Integer.parseInt(args[6]), startNanos);
            int outstanding = end.drain(Duration.parse(args[7]));
            new Journal(end.journal(args[1], args[2], startNanos, interval)).write(directory.resolve(JOURNAL));
            write(end.restarts(args[1], args[2]), directory.resolve(RESTARTS));
            rendezvous.put(Rendezvous.DONE, Integer.toString(outstanding));
            rendezvous.await(Rendezvous.STOP, LONGEST_PREPARATION);
            // Attempts may hang in a connect for minutes; nothing they could still do matters.
            Runtime.getRuntime().halt(0);
        } catch (IOException | RuntimeException e) {
            rendezvous.put(Rendezvous.FAILED, e.toString());
            throw e;
        }
    }

    /** A time of the wall clock on the monotonic clock of this machine. */
    private static long monotonic(long epochNanos) {
        long nowNanos = System.nanoTime();
        Instant now = Instant.now();
        return nowNanos + epochNanos - (now.getEpochSecond() * 1_000_000_000L + now.getNano());
    }

    private static void write(List<RestartRow> rows, Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("run,oracle,message,attempt,scheduled_ns,dispatched_ns");
        for (RestartRow row : rows) {
            lines.add(row.run() + "," + row.oracle() + "," + row.message() + "," + row.attempt() + ","
                    + row.scheduledNanos() + ","
                    + (row.dispatchedNanos().isPresent() ? row.dispatchedNanos().getAsLong() : ""));
        }
        Files.write(file, lines, StandardCharsets.UTF_8);
    }
}
