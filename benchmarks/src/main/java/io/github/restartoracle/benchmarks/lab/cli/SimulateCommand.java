package io.github.restartoracle.benchmarks.lab.cli;

import io.github.restartoracle.benchmarks.lab.results.Mode;
import io.github.restartoracle.benchmarks.lab.suite.SuiteOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs experiments in virtual time. */
@Command(
        name = "simulate",
        description =
                "Runs a suite in virtual time: Tables II and III of the paper, scenarios of your own, or another suite.",
        mixinStandardHelpOptions = true)
final class SimulateCommand implements Callable<Integer> {
    @Mixin
    private SuiteOptions options = new SuiteOptions(Mode.SIMULATION);

    @Override
    public Integer call() throws Exception {
        return Laboratory.run(options, "fast-and-fair");
    }
}
