package io.github.restartoracle.benchmarks.papers.conditional;

import io.github.restartoracle.benchmarks.lab.simulator.tcp.Kernel;
import io.github.restartoracle.benchmarks.lab.suite.Links;
import io.github.restartoracle.benchmarks.lab.suite.Suite;
import io.github.restartoracle.benchmarks.lab.suite.SuiteContext;
import io.github.restartoracle.benchmarks.lab.suite.SuiteResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * ETT and throughput by class of path, size and attempts, for transactions that are simulated and for logs. The logs are named
 * by the user, or left by other suites.
 */
public final class ConditionalSuite implements Suite {
    @Override
    public String name() {
        return "conditional";
    }

    @Override
    public String question() {
        return "What do averages hide: how do time and throughput depend on the path, the size and the attempts?";
    }

    @Override
    public SuiteResult run(SuiteContext context) throws IOException, InterruptedException {
        List<Path> named = context.options().journals();
        List<Path> files = named.isEmpty() ? LogFiles.leftBeside(context.output()) : named;
        List<Transaction> transactions = new ArrayList<>();
        for (Path file : files) {
            List<Transaction> own = LogFiles.read(file, context.options().payloadBytes());
            context.out().printf("%s: %d transactions%n", file, own.size());
            transactions.addAll(own);
        }
        Links links = new Links(context);
        List<Transaction> traffic = Traffic.simulate(context, links);
        List<CrossCheck> checks = new ArrayList<>();
        for (Kernel kernel : CrossCheck.KERNELS) {
            checks.addAll(CrossCheck.run(context, links, kernel));
        }
        return new ConditionalReport(traffic, transactions, checks).result(files.size());
    }
}
