package io.github.restartoracle.benchmarks.jmh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Runs the micro-benchmarks; leaves {@code results.json} and {@code table.txt}. */
public final class JmhSuite {
    private JmhSuite() {}

    /**
     * Runs the benchmarks.
     *
     * @param args the directory of the results, then any options of JMH's own command line
     * @throws IOException if the results cannot be written
     * @throws RunnerException if a benchmark fails
     * @throws CommandLineOptionException if JMH does not know an option
     */
    public static void main(String[] args) throws IOException, RunnerException, CommandLineOptionException {
        if (args.length == 0) {
            throw new IllegalArgumentException("expected the directory of the results");
        }
        Path directory = Files.createDirectories(Path.of(args[0]));
        Options options = new OptionsBuilder()
                .parent(new CommandLineOptions(Arrays.copyOfRange(args, 1, args.length)))
                .shouldFailOnError(true)
                .resultFormat(ResultFormatType.JSON)
                .result(directory.resolve("results.json").toString())
                .build();
        Collection<RunResult> results = new Runner(options).run();
        String table = BenchmarkTable.of(results);
        Files.writeString(directory.resolve("table.txt"), table);
        System.out.println(table);
    }
}
