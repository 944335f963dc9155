package io.github.restartoracle.benchmarks.command;

import io.github.restartoracle.benchmarks.runs.FastAndFair;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
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
                "Runs a suite with the real software: in containers with faults in the IP layer (needs Docker), or with"
                        + " --demo in this process over a modelled link (fast-and-fair).",
        mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
    private static final String NO_REAPER = "TESTCONTAINERS_RYUK_DISABLED";

    @Mixin
    private SuiteOptionGroup suite = new SuiteOptionGroup();

    @Option(names = "--demo", description = "in this process, without Docker")
    private boolean demo;

    @Option(
            names = "--pairs",
            paramLabel = "N",
            description = "pairs of containers at the same time (fast-and-fair); default: 15, or 25 by mail")
    private @Nullable String pairs;

    @Option(names = "--no-peer", description = "without CXF's own queue beside the oracles")
    private boolean noPeer;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        if (!demo && System.getenv(NO_REAPER) == null) {
            return inEnvironment();
        }
        Properties properties = suite.properties();
        SuiteOptionGroup.set(properties, "pairs", pairs);
        SuiteOptionGroup.set(properties, "peer", noPeer ? "false" : null);
        locateClasses();
        return FastAndFair.run(demo ? "demo" : "testbed", properties, System.out) ? 0 : Laboratory.NOT_SOUND;
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

    /** The containers run what this process runs, unless the user says otherwise. */
    private static void locateClasses() throws URISyntaxException {
        CodeSource source = RunCommand.class.getProtectionDomain().getCodeSource();
        if (source == null || System.getProperty("testbed.classes") != null) {
            return;
        }
        Path classes = Path.of(source.getLocation().toURI());
        System.setProperty("testbed.classes", classes.toString());
        System.setProperty("testbed.lib", classes.resolveSibling("testbed-lib").toString());
    }
}
