package io.github.restartoracle.benchmarks.lab.results;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The file {@code ett-SCENARIO.hlog}: the distribution of ETT in every run, in the HdrHistogram log format. */
public final class EttHistograms {
    private EttHistograms() {}

    /**
     * Writes a file with one interval for each run, tagged {@code ORACLE-RUN} (blanks as _), values in microseconds.
     *
     * @param file replaced if it is there
     * @param all the runs of the oracles of a scenario
     * @throws IOException if it cannot be written
     */
    public static void write(Path file, List<OracleRuns> all) throws IOException {
        try (PrintStream log = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            for (OracleRuns runs : all) {
                for (String run : runs.runs()) {
                    String tag = (runs.oracle().label() + "-" + run).replaceAll("\\s", "_");
                    runs.ledger(run).writeHistogramLog(log, tag);
                }
            }
            if (log.checkError()) {
                throw new IOException("cannot write " + file);
            }
        }
    }
}
