package io.github.restartoracle.benchmarks.lab.cli;

import io.github.restartoracle.benchmarks.lab.results.Agreement;
import io.github.restartoracle.benchmarks.lab.results.Cell;
import io.github.restartoracle.benchmarks.lab.results.CellColumns;
import io.github.restartoracle.benchmarks.lab.results.Row;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Compares two results. */
@Command(
        name = "compare",
        description =
                "Holds two results against each other, such as a simulation against the testbed: a cell agrees if the"
                        + " ETT is within 10 %% and the URC within .02.",
        mixinStandardHelpOptions = true)
final class CompareCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "RESULTS", description = "a results.csv, or the directory it is in")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path left;

    @Parameters(index = "1", paramLabel = "REFERENCE", description = "what deviations are relative to")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path right;

    @Override
    public Integer call() throws IOException {
        List<Agreement> cells = Agreement.of(rows(left).stream().map(Cell::of).toList(), rows(right));
        PrintWriter out = spec.commandLine().getOut();
        if (cells.isEmpty()) {
            throw new IllegalArgumentException(left + " and " + right
                    + " have no cell in common: expected the same transport, scenario, oracle and number of messages");
        }
        cells.forEach(out::println);
        long agreeing = cells.stream().filter(Agreement::holds).count();
        out.println(agreeing + " of " + cells.size() + " cells agree (ETT within 10 %, URC within .02)");
        return agreeing == cells.size() ? 0 : Laboratory.NOT_SOUND;
    }

    private static List<Row> rows(Path path) throws IOException {
        Path file = Files.isDirectory(path) ? path.resolve("results.csv") : path;
        return Row.read(file, CellColumns.SCENARIO, CellColumns.ORACLE, CellColumns.ETT, CellColumns.URC);
    }
}
