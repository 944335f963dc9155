package io.github.restartoracle.benchmarks.lab.cli;

import io.github.restartoracle.benchmarks.lab.suite.Mode;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs experiments with the real software. */
@Command(
        name = "run",
        description =
                "Runs a suite with the real software: in containers with faults in the IP layer (needs Docker), or with"
                        + " --demo in this process over a modelled link (fast-and-fair).",
        mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
    private static final String NO_REAPER = "TESTCONTAINERS_RYUK_DISABLED";

    @Mixin
    private SuiteCommandOptions suite = new SuiteCommandOptions();

    @Option(names = "--demo", description = "in this process, without Docker")
    private boolean demo;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        if (!demo && System.getenv(NO_REAPER) == null) {
            return inEnvironment();
        }
        return Laboratory.run(suite.options(demo ? Mode.DEMO : Mode.TESTBED));
    }

    /**
     * Testcontainers takes some settings from the environment only, which a process cannot change for itself: without its
     * image of a reaper (the testbed removes what it has made), and ports where the engine's socket is.
     */
    private int inEnvironment() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Laboratory.class.getName()));
        command.addAll(spec.root().commandLine().getParseResult().originalArgs());
        ProcessBuilder process = new ProcessBuilder(command).inheritIO();
        process.environment().put(NO_REAPER, "true");
        if (System.getenv("DOCKER_HOST") == null) {
            process.environment().putIfAbsent("TESTCONTAINERS_HOST_OVERRIDE", "localhost");
        }
        Process running = process.start();
        Runtime.getRuntime().addShutdownHook(new Thread(running::destroy));
        return running.waitFor();
    }
}
