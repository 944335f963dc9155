package io.github.restartoracle.benchmarks.lab.testbed;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.harness.testbed.MailServerSettings;
import io.github.restartoracle.harness.testbed.PairPlan;
import io.github.restartoracle.harness.testbed.PairResult;
import io.github.restartoracle.harness.testbed.Role;
import io.github.restartoracle.harness.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * A run in progress in a pair of containers.
 *
 * @param cell the run
 * @param change the number of changes of {@link PairsAtOnce} before it began
 * @param beganNanos the time at which it began
 * @param end the end of the run and its files
 */
record CellPair(CellRun cell, int change, long beganNanos, CompletableFuture<PairResult> end) {
    private static final Duration HTTP_SLACK = Duration.ofMinutes(1);

    /** The time to wait for copies that are still in a queue when all messages are acknowledged. */
    private static final Duration MAIL_SLACK = Duration.ofMinutes(5);

    /** The expected time in addition to the sending: container start, notice before time 0, drain. */
    private static final Duration HTTP_REST = Duration.ofSeconds(30);

    private static final Duration MAIL_REST = Duration.ofMinutes(2);

    /**
     * Begins a run.
     *
     * @param classes the classes of its programs
     * @param rehearsal true if the run has to leave archives of classes
     */
    static CellPair begin(Testbed testbed, NodeClasses classes, CellRun cell, boolean rehearsal, int change) {
        Scenario scenario = cell.scenario();
        Duration limit = scenario.sending()
                .plus(CellNode.drain(scenario.transport()))
                .plus(scenario.transport() == Transport.MAIL ? MAIL_SLACK : HTTP_SLACK);
        return new CellPair(cell, change, System.nanoTime(), testbed.run(plan(cell, classes, rehearsal), limit));
    }

    /** Returns the expected duration of a run, including the start of its containers. */
    static Duration expected(CellRun cell) {
        Scenario scenario = cell.scenario();
        return scenario.sending().plus(scenario.transport() == Transport.MAIL ? MAIL_REST : HTTP_REST);
    }

    /** Returns the rest of the expected duration. */
    Duration remaining() {
        long nanosLeft = beganNanos + expected(cell).toNanos() - System.nanoTime();
        return Duration.ofNanos(Math.max(0, nanosLeft));
    }

    private static PairPlan plan(CellRun cell, NodeClasses classes, boolean rehearsal) {
        Scenario scenario = cell.scenario();
        // The oracle is given by its settings, because CXF's own queue cannot be a part of the text.
        String text =
                scenario.withOracles(List.of(OracleSpec.of("none", Map.of()))).notation();
        List<String> arguments = new ArrayList<>(
                List.of(cell.run(), text, "oracle=" + cell.oracle().name()));
        cell.oracle().properties().forEach((name, value) -> arguments.add(name + "=" + value));
        PairPlan pair = new PairPlan(
                cell.title(),
                classes.program(Role.SOURCE, arguments, rehearsal),
                classes.program(Role.DESTINATION, arguments, rehearsal),
                scenario.link(),
                scenario.faults());
        if (scenario.transport() == Transport.MAIL) {
            return pair.withMail(MailServerSettings.ofPaper());
        }
        if (scenario.deadAddress()) {
            return pair.withDeadAddress();
        }
        return scenario.proxy()
                .map(proxy -> pair.withProxy(proxy, CellNode.PORT))
                .orElse(pair);
    }

    /**
     * Waits for the end, and reads the outcome from the collected files.
     *
     * @throws IOException if the run failed, or a file is invalid
     */
    CellOutcome outcome() throws IOException {
        PairResult result = end.join();
        if (result.exitCode() != 0) {
            throw new IOException(cell.title() + ": the source ended with " + result.exitCode() + "; its log is beside "
                    + result.sourceOutput());
        }
        return CellOutcome.of(
                cell,
                report(result.sourceOutput(), SourceReport.class),
                report(result.destinationOutput(), DestinationReport.class),
                result.proof());
    }

    private static <T> T report(Path output, Class<T> type) throws IOException {
        if (!Files.exists(output.resolve(CellNode.REPORT))) {
            throw new IOException("a node was ended before it could write its report; its log is beside " + output);
        }
        return new JsonMapper().readValue(output.resolve(CellNode.REPORT).toFile(), type);
    }
}
