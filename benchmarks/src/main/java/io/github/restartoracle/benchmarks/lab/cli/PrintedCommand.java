package io.github.restartoracle.benchmarks.lab.cli;

import io.github.restartoracle.benchmarks.lab.results.Mode;
import io.github.restartoracle.benchmarks.lab.suite.PrintedItem;
import io.github.restartoracle.benchmarks.lab.suite.PrintedItem.Verdict;
import io.github.restartoracle.benchmarks.lab.suite.Suite;
import io.github.restartoracle.benchmarks.lab.suite.SuiteOptions;
import io.github.restartoracle.benchmarks.lab.suite.SuiteRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
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
    private static final String BEGIN = "<!-- what the papers print: begin, made by a command -->";
    private static final String END = "<!-- what the papers print: end -->";

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
        List<String> lines = new ArrayList<>();
        for (Suite suite : Suite.all()) {
            for (PrintedItem item :
                    SuiteRun.run(suite.name(), options, System.out).printed()) {
                items.add(item);
                lines.add(line(item, suite.name()));
            }
        }
        String table = Arrays.stream(Verdict.values())
                        .map(verdict -> items.stream()
                                        .filter(item -> item.verdict() == verdict)
                                        .count()
                                + " " + verdict)
                        .collect(Collectors.joining(", "))
                + ". `suite` is the value of `-Dsuite` with which an item is made.\n\n"
                + "| paper | item | printed | ours | verdict | suite |\n|---|---|---|---|---|---|\n"
                + String.join("", lines);
        PrintWriter out = spec.commandLine().getOut();
        if (write != null) {
            Files.writeString(write, replaced(write, table));
            out.println(items.size() + " lines written into " + write);
        }
        if (check != null) {
            String wanted = replaced(check, table);
            if (!Files.readString(check).equals(wanted)) {
                Path other = Files.createTempFile("printed", ".md");
                Files.writeString(other, wanted);
                out.println("The table in " + check + " is another; " + other + " has what came out");
                return Laboratory.NOT_SOUND;
            }
            out.println(items.size() + " lines in " + check + " are what came out");
        }
        if (write == null && check == null) {
            out.println(table);
        }
        return 0;
    }

    private static String line(PrintedItem item, String suite) {
        String verdict = item.why().isEmpty() ? item.verdict().toString() : item.verdict() + ": " + item.why();
        return "| " + String.join(" | ", item.paper(), item.item(), item.printed(), item.ours(), verdict, suite)
                + " |\n";
    }

    /** Returns the content of a file in which the table is replaced by a new one. */
    private static String replaced(Path file, String table) throws IOException {
        String text = Files.readString(file);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IllegalArgumentException(
                    file + " has no place for the table: expected the lines " + BEGIN + " and " + END);
        }
        return text.substring(0, begin + BEGIN.length()) + "\n" + table + text.substring(end);
    }
}
