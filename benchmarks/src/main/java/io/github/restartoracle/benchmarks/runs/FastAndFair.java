package io.github.restartoracle.benchmarks.runs;

import io.github.restartoracle.benchmarks.experiments.Scale;
import io.github.restartoracle.benchmarks.experiments.Transport;
import io.github.restartoracle.benchmarks.results.Source;
import io.github.restartoracle.benchmarks.suites.SuiteCommand;
import io.github.restartoracle.benchmarks.suites.Suites;
import io.github.restartoracle.benchmarks.theory.SynSchedule;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.util.List;

/**
 * The comparison of "The Fast and the Fair": {@code FastAndFair demo} in this process over a modelled link, or
 * {@code FastAndFair testbed} in containers with faults in the IP layer. System properties: {@code scale}
 * ({@code paper}, {@code quick}, {@code demo}, {@code smoke}), {@code transport} ({@code http}, {@code mail},
 * {@code http,mail}), {@code scenarios} (files of your own), {@code runs}, {@code seed}, {@code output}. With the system
 * property {@code suite} it runs one of the other {@link Suites} instead, with {@code simulation} in virtual time and with
 * {@code testbed} in containers beside that.
 */
public final class FastAndFair {
    private static final String NAME = "fast-and-fair";

    private FastAndFair() {}

    /**
     * Runs the suite, prints the table and writes the report. Ends the process: 0 if all went well, 1 if the results are
     * not sound, 2 if there are none.
     *
     * @param args {@code demo}, {@code simulation} or {@code testbed}
     */
    public static void main(String[] args) {
        int status = 2;
        try {
            status = run(args.length == 1 ? args[0] : "") ? 0 : 1;
        } catch (IOException | RuntimeException e) {
            System.err.println("The experiment failed: " + e.getMessage());
            e.printStackTrace();
        } catch (InterruptedException e) {
            System.err.println("The experiment was interrupted");
        }
        // CXF's servers leave threads behind that are no daemons.
        System.exit(status);
    }

    private static boolean run(String mode) throws IOException, InterruptedException {
        String suite = System.getProperty("suite", "").strip();
        if (!suite.isEmpty() && !suite.equals(NAME)) {
            return new SuiteCommand(System.getProperties(), mode.equals("testbed"), System.out).run();
        }
        return switch (mode) {
            case "demo" -> demo(System.out);
            case "testbed" -> testbed(System.out);
            case "simulation" ->
                throw new IllegalArgumentException(
                        "suite = \"" + suite + "\": a simulation is expected to have one of " + Suites.names());
            default -> throw new IllegalArgumentException("expected one argument, demo, simulation or testbed");
        };
    }

    private static boolean demo(PrintStream out) throws IOException, InterruptedException {
        SuiteOptions options =
                SuiteOptions.from(System.getProperties(), "demo", Scale.DEMO, Transport.HTTP, Transport.MAIL);
        Instant started = Instant.now();
        List<CellOutcome> outcomes = new DemoRunner(options, out).run();
        return publish(
                new SuiteResults(options, Source.DEMO, SynSchedule.RFC_6298, started, outcomes, List.of()),
                out,
                "./mvnw -Pdemo verify");
    }

    private static boolean testbed(PrintStream out) throws IOException, InterruptedException {
        SuiteOptions options = SuiteOptions.from(System.getProperties(), NAME, Scale.QUICK, Transport.HTTP);
        Instant started = Instant.now();
        TestbedRunner runner = new TestbedRunner(options, out);
        List<CellOutcome> outcomes = runner.run();
        return publish(
                new SuiteResults(
                        options, Source.TESTBED, SynSchedule.LINUX_DOUBLING, started, outcomes, runner.failures()),
                out,
                "./mvnw verify -Pfault-injection -Dtransport=" + options.transports() + " -Dscale=" + options.scale());
    }

    private static boolean publish(SuiteResults results, PrintStream out, String command) throws IOException {
        out.println("Report: " + results.publish(out, command).toAbsolutePath().toUri());
        List<String> defects = results.defects();
        defects.forEach(defect -> out.println("NOT SOUND  " + defect));
        return defects.isEmpty();
    }
}
