package io.github.restartoracle.benchmarks.command;

import io.github.restartoracle.benchmarks.runs.FastAndFair;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs experiments with the real software. */
@Command(
        name = "run",
        description =
                "Runs a suite with the real software: in containers with faults in the IP layer (needs Docker), or with"
                        + " --demo in this process over a modelled link (fast-and-fair).",
        mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
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

    @Override
    public Integer call() throws Exception {
        Properties properties = suite.properties();
        SuiteOptionGroup.set(properties, "pairs", pairs);
        SuiteOptionGroup.set(properties, "peer", noPeer ? "false" : null);
        locateClasses();
        return FastAndFair.run(demo ? "demo" : "testbed", properties, System.out) ? 0 : Laboratory.NOT_SOUND;
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
