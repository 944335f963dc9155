package io.github.restartoracle.benchmarks.runs;

import io.github.restartoracle.benchmarks.experiments.Scale;
import io.github.restartoracle.benchmarks.experiments.Transport;
import io.github.restartoracle.benchmarks.results.Source;
import io.github.restartoracle.benchmarks.suites.SuiteCommand;
import io.github.restartoracle.benchmarks.theory.SynSchedule;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.util.List;
import java.util.Properties;

/**
 * The comparison of "The Fast and the Fair": {@code FastAndFair demo} in this process over a modelled link, or
 * {@code FastAndFair testbed} in containers with faults in the IP layer. System properties: {@code scale}
 * ({@code paper}, {@code quick}, {@code demo}, {@code smoke}), {@code transport} ({@code http}, {@code mail},
 * {@code http,mail}), {@code scenarios} (files of your own), {@code runs}, {@code seed}, {@code output}. With the system
 * property {@code suite} it runs one of the other {@link io.github.restartoracle.benchmarks.suites.Suites} instead, with
 * {@code simulation} in virtual time and with {@code testbed} in containers beside that.
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
            status = run(args.length == 1 ? args[0] : "", System.getProperties(), System.out) ? 0 : 1;
        } catch (IOException | RuntimeException e) {
            System.err.println("The experiment failed: " + e.getMessage());
            e.printStackTrace();
        } catch (InterruptedException e) {
            System.err.println("The experiment was interrupted");
        }
        // CXF's servers leave threads behind that are no daemons.
        System.exit(status);
    }

    /**
     * Runs a suite, prints its tables and writes its report.
     *
     * @param mode {@code demo}, {@code simulation} or {@code testbed}
     * @param properties what to run; {@code suite} names it, this one by default
     * @param out where the tables go
     * @return whether the results are sound
     * @throws IllegalArgumentException for a value that cannot be used; the message names it
     * @throws IOException if a scenario cannot be read, a file cannot be written, or a run failed
     * @throws InterruptedException if this thread is interrupted
     */
    public static boolean run(String mode, Properties properties, PrintStream out)
            throws IOException, InterruptedException {
        String suite = properties.getProperty("suite", "").strip();
        if (!suite.isEmpty() && !suite.equals(NAME)) {
            return new SuiteCommand(properties, mode.equals("testbed"), out).run();
        }
        return switch (mode) {
            case "demo" -> demo(properties, out);
            case "testbed" -> testbed(properties, out);
            case "simulation" -> {
                SimulatedSuite.run(properties, out);
                yield true;
            }
            default -> throw new IllegalArgumentException("expected one argument, demo, simulation or testbed");
        };
    }

    private static boolean demo(Properties properties, PrintStream out) throws IOException, InterruptedException {
        SuiteOptions options = SuiteOptions.from(properties, "demo", Scale.DEMO, Transport.HTTP, Transport.MAIL);
        Instant started = Instant.now();
        List<CellOutcome> outcomes = new DemoRunner(options, out).run();
        return publish(
                new SuiteResults(options, Source.DEMO, SynSchedule.RFC_6298, started, outcomes, List.of()),
                out,
                "./mvnw -Pdemo verify");
    }

    private static boolean testbed(Properties properties, PrintStream out) throws IOException, InterruptedException {
        SuiteOptions options = SuiteOptions.from(properties, NAME, Scale.QUICK, Transport.HTTP);
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
