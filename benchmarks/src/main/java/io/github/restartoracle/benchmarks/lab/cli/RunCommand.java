package io.github.restartoracle.benchmarks.lab.cli;

import io.github.restartoracle.benchmarks.lab.results.Mode;
import io.github.restartoracle.benchmarks.lab.suite.Suite;
import io.github.restartoracle.benchmarks.lab.suite.SuiteOptions;
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
    private static final String FAST_AND_FAIR = "fast-and-fair";
    private static final String NO_REAPER = "TESTCONTAINERS_RYUK_DISABLED";

    /** The system property that is set in the process of a demonstration. */
    private static final String STARTED = "lab.demo-process";

    @Mixin
    private SuiteOptions options = new SuiteOptions(Mode.TESTBED);

    /** The demonstrations. */
    enum Demo {
        /** One story over HTTP. */
        HTTP,
        /** The same by mail. */
        MAIL,
        /** Every oracle in every scenario. */
        ALL
    }

    @Option(
            names = "--demo",
            paramLabel = "WHAT",
            arity = "0..1",
            fallbackValue = "http",
            description = "on this machine, without Docker and root: http for a story of a minute, mail for the same by"
                    + " mail, all for every oracle and scenario")
    private @Nullable Demo demo;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        boolean own = !options.scenarios().isEmpty();
        String[] all = own || !options.transports().isEmpty()
                ? new String[] {FAST_AND_FAIR}
                : new String[] {"shipped", FAST_AND_FAIR};
        if (demo == null) {
            return System.getenv(NO_REAPER) == null ? inEnvironment() : Laboratory.run(options, all);
        }
        options.check();
        options.suites().forEach(Suite::named);
        if (!Boolean.getBoolean(STARTED)) {
            return inProcessOfItsOwn();
        }
        options.demonstrate(demo == Demo.MAIL);
        return demo == Demo.ALL ? Laboratory.run(options, all) : Laboratory.run(options, own ? FAST_AND_FAIR : "story");
    }

    private int inProcessOfItsOwn() throws IOException, InterruptedException {
        Path log = options.output().resolve("demo.log");
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
