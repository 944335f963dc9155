package io.github.restartoracle.benchmarks.lab.cli;

import io.github.restartoracle.benchmarks.lab.report.Reports;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes the report of existing results. */
@Command(
        name = "report",
        description =
                "Writes report.html anew from the results.csv, the manifest.json and the journals of a directory. Without"
                        + " journals it lacks what only the runs themselves could tell (points of single runs, curves).",
        mixinStandardHelpOptions = true)
final class ReportCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "DIRECTORY", description = "results of a suite")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path directory;

    @Override
    public Integer call() throws IOException {
        spec.commandLine()
                .getOut()
                .println("Report: " + Reports.write(directory).toAbsolutePath().toUri());
        return 0;
    }
}
