package io.github.restartoracle.benchmarks.lab.cli;

import io.github.restartoracle.benchmarks.lab.report.Manifest;
import io.github.restartoracle.benchmarks.lab.suite.SuiteOptions;
import io.github.restartoracle.benchmarks.lab.suite.SuiteRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/**
 * The laboratory's command line. Exit codes: 0 if all went well, 1 if results are not sound or do not agree, 2 for a wrong
 * option or scenario file, 3 if something could not be read or written, or a run failed.
 */
@Command(
        name = "laboratory",
        description = "Runs, compares and reports experiments with restart oracles.",
        mixinStandardHelpOptions = true,
        subcommands = {
            SimulateCommand.class,
            RunCommand.class,
            CompareCommand.class,
            ReportCommand.class,
            PrintedCommand.class,
            HelpCommand.class
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all went well",
            "1:results are not sound, or do not agree",
            "2:a wrong option or scenario file",
            "3:something could not be read or written, or a run failed"
        })
public final class Laboratory {
    static final int NOT_SOUND = 1;
    static final int WRONG_USE = 2;
    static final int FAILED = 3;

    private Laboratory() {}

    /** Runs a command and ends the process. */
    public static void main(String[] args) {
        // Needed because CXF's servers leave threads that are not daemons.
        System.exit(BuildExit.kept(commandLine().execute(args)));
    }

    /** Runs suites, the usual ones if none is named. One that is not sound does not keep the next ones from being run. */
    static int run(SuiteOptions options, String... usual) throws IOException, InterruptedException {
        options.check();
        int outcome = 0;
        for (String suite : options.suites().isEmpty() ? List.of(usual) : options.suites()) {
            if (!SuiteRun.run(suite, options, System.out).defects().isEmpty()) {
                outcome = NOT_SOUND;
            }
        }
        return outcome;
    }

    static CommandLine commandLine() {
        CommandLine line = SuiteOptions.withTypes(new CommandLine(new Laboratory()))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((wrong, args) -> {
                    Exception told = wrong.getCause() instanceof IllegalArgumentException cause ? cause : wrong;
                    wrong.getCommandLine().getErr().println(told.getMessage());
                    return WRONG_USE;
                })
                .setExecutionExceptionHandler((thrown, command, parsed) -> failed(thrown, command.getErr()));
        line.getCommandSpec().version("restart-oracle " + Manifest.version());
        return line;
    }

    private static int failed(Exception thrown, PrintWriter err) {
        if (thrown instanceof IllegalArgumentException) {
            err.println(thrown.getMessage());
            return WRONG_USE;
        }
        if (thrown instanceof NoSuchFileException missing) {
            err.println("Failed: " + missing.getFile() + " is not there");
        } else if (thrown instanceof IOException) {
            err.println("Failed: " + thrown);
        } else {
            thrown.printStackTrace(err);
        }
        return FAILED;
    }
}
