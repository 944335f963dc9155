package io.github.restartoracle.benchmarks.lab.cli;

import io.github.restartoracle.benchmarks.lab.suite.Mode;
import io.github.restartoracle.benchmarks.lab.suite.PrintedItem;
import io.github.restartoracle.benchmarks.lab.suite.Suite;
import io.github.restartoracle.benchmarks.lab.suite.SuiteOptions;
import io.github.restartoracle.benchmarks.lab.suite.SuiteRun;
import io.github.restartoracle.benchmarks.lab.suite.Suites;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Writes the table of the results that the papers print, from simulations of all suites. */
@Command(
        name = "printed",
        description =
                "Simulates every suite and makes one table of what the papers print, and what became of it here. With a"
                        + " file it takes the place of the table in it.",
        mixinStandardHelpOptions = true)
final class PrintedCommand implements Callable<Integer> {
    @Mixin
    private SuiteOptions options = new SuiteOptions(Mode.SIMULATION);

    @Option(
            names = "--write",
            paramLabel = "FILE",
            description = "writes the table into a file, between the lines that mark it")
    private @Nullable Path write;

    @Option(names = "--check", paramLabel = "FILE", description = "ends with 1 if the table in a file is another")
    private @Nullable Path check;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        List<PrintedItem> items = new ArrayList<>();
        List<String> commands = new ArrayList<>();
        for (Suite each : Suites.all()) {
            List<PrintedItem> own =
                    SuiteRun.results(each.name(), options, System.out).printed();
            items.addAll(own);
            own.forEach(item -> commands.add(each.name()));
        }
        PrintWriter out = spec.commandLine().getOut();
        if (write != null) {
            Files.writeString(write, PrintedTable.replaced(write, items, commands));
            out.println(items.size() + " lines written into " + write);
        }
        if (check != null) {
            String wanted = PrintedTable.replaced(check, items, commands);
            if (!Files.readString(check).equals(wanted)) {
                Path other = Files.createTempFile("printed", ".md");
                Files.writeString(other, wanted);
                out.println("The table in " + check + " is another; " + other + " has what came out");
                return Laboratory.NOT_SOUND;
            }
            out.println(items.size() + " lines in " + check + " are what came out");
        }
        if (write == null && check == null) {
            out.println(PrintedTable.of(items, commands));
        }
        return 0;
    }
}
