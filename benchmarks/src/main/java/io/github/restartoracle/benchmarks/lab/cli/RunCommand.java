package io.github.restartoracle.benchmarks.lab.cli;

import io.github.restartoracle.benchmarks.lab.suite.Mode;
import io.github.restartoracle.benchmarks.lab.suite.SuiteOptions;
import io.github.restartoracle.benchmarks.lab.suite.Suites;
import io.github.restartoracle.benchmarks.lab.testbed.DemoProcess;
import java.io.IOException;
import java.lang.management.ManagementFactory;
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

/** Runs experiments with the real software. */
@Command(
        name = "run",
        description =
                "Runs suites with the real software: in containers with faults in the IP layer (needs Docker), or with"
                        + " --demo on this machine.",
        mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
    private static final String NO_REAPER = "TESTCONTAINERS_RYUK_DISABLED";

    /** The system property that is set in the process of a demonstration. */
    private static final String STARTED = "lab.demo-process";

    @Mixin
    private SuiteCommandOptions suite = new SuiteCommandOptions();

    @Option(
            names = "--demo",
            paramLabel = "WHAT",
            arity = "0..1",
            fallbackValue = "http",
            description = "on this machine, without Docker and root: http for a story of a minute, mail for the same by"
                    + " mail, all for every oracle and scenario")
    private SuiteCommandOptions.@Nullable Demo demo;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        if (demo != null) {
            List<SuiteOptions> demonstrations = suite.demo(demo);
            demonstrations.forEach(asked -> Suites.named(asked.suite()));
            return Boolean.getBoolean(STARTED) ? Laboratory.run(demonstrations) : inProcessOfItsOwn();
        }
        return System.getenv(NO_REAPER) == null ? inEnvironment() : Laboratory.run(suite.options(Mode.TESTBED));
    }

    private int inProcessOfItsOwn() throws IOException, InterruptedException {
        Path log = suite.output().resolve("demo.log");
        List<String> java = java();
        java.add("-D" + STARTED + "=true");
        int code = DemoProcess.run(java, program(), log, System.out);
        if (code > Laboratory.NOT_SOUND) {
            String reason = Files.readAllLines(log).stream()
                    .filter(line -> !line.isBlank())
                    .findFirst()
                    .orElse("Failed");
            spec.commandLine().getErr().println(reason + " (all of it: " + log + ")");
        }
        return code;
    }

    /**
     * Runs the command in a process with further environment variables. Testcontainers takes some settings from the environment
     * only, which a process cannot change for itself: no container for the clean-up (the testbed removes its own containers),
     * and the host on which published ports are reached.
     */
    private int inEnvironment() throws IOException, InterruptedException {
        List<String> command = java();
        command.addAll(program());
        ProcessBuilder process = new ProcessBuilder(command).inheritIO();
        process.environment().put(NO_REAPER, "true");
        if (System.getenv("DOCKER_HOST") == null) {
            process.environment().putIfAbsent("TESTCONTAINERS_HOST_OVERRIDE", "localhost");
        }
        Process running = process.start();
        Runtime.getRuntime().addShutdownHook(new Thread(running::destroy));
        return running.waitFor();
    }

    private static List<String> java() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        return command;
    }

    private List<String> program() {
        List<String> command =
                new ArrayList<>(List.of("-cp", System.getProperty("java.class.path"), Laboratory.class.getName()));
        command.addAll(spec.root().commandLine().getParseResult().originalArgs());
        return command;
    }
}
