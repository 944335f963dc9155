package io.github.restartoracle.benchmarks.suites.conditional;

import io.github.restartoracle.benchmarks.exchange.Kernel;
import io.github.restartoracle.benchmarks.suites.Suite;
import io.github.restartoracle.benchmarks.suites.SuiteContext;
import io.github.restartoracle.benchmarks.suites.SuiteResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * ETT and throughput by class of path, size and attempts. Reads the logs that the property {@code journals} names, separated by
 * commas, or those that other suites have left; {@code payload-bytes} is the size of the messages of journals, 50 by default.
 */
public final class ConditionalSuite implements Suite {
    /** The property that names logs. */
    public static final String JOURNALS = "journals";
    /** The property with the size of messages. */
    public static final String PAYLOAD_BYTES = "payload-bytes";

    private static final String PAPERS_MESSAGE = "50";

    @Override
    public String name() {
        return "conditional";
    }

    @Override
    public String question() {
        return "What do averages hide: how do time and throughput depend on the path, the size and the attempts?";
    }

    @Override
    public SuiteResult run(SuiteContext context) throws IOException {
        String named = context.properties().getOrDefault(JOURNALS, "");
        int payloadBytes = payloadBytes(context.properties().getOrDefault(PAYLOAD_BYTES, PAPERS_MESSAGE));
        List<Path> files = named.isBlank()
                ? Logs.leftBeside(context.output())
                : Arrays.stream(named.split(",", -1))
                        .map(String::strip)
                        .map(Path::of)
                        .toList();
        List<Transaction> transactions = new ArrayList<>();
        for (Path file : files) {
            List<Transaction> own = Logs.read(file, payloadBytes);
            context.out().printf("%s: %d transactions%n", file, own.size());
            transactions.addAll(own);
        }
        List<CrossCheck> checks = new ArrayList<>(CrossCheck.run(context, Kernel.OF_STANDARDS));
        checks.addAll(CrossCheck.run(context, Kernel.TODAY));
        return new ConditionalReport(Condition.means(transactions), checks).result(files.size());
    }

    private static int payloadBytes(String text) {
        if (!text.matches("[1-9]\\d{0,8}")) {
            throw new IllegalArgumentException(
                    PAYLOAD_BYTES + " = \"" + text + "\": expected a whole number of bytes, 1 or more");
        }
        return Integer.parseInt(text);
    }
}
