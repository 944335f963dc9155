package io.github.restartoracle.benchmarks.results;

import io.github.restartoracle.benchmarks.experiments.Scenario;
import io.github.restartoracle.benchmarks.results.Cell.RunPoint;
import io.github.restartoracle.harness.journal.JournalRow;
import io.github.restartoracle.ledger.MessageOutcome;
import io.github.restartoracle.ledger.TransmissionLedger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Quantile;

/** The outcomes of all messages of one oracle in one scenario, by run. */
final class Outcomes {
    private final Scenario scenario;
    private final OracleRuns runs;
    private final List<List<MessageOutcome>> byRun = new ArrayList<>();

    Outcomes(Scenario scenario, OracleRuns runs) {
        this.scenario = scenario;
        this.runs = runs;
        for (String run : runs.runs()) {
            byRun.add(ledger(runs, run).outcomes());
        }
    }

    static TransmissionLedger ledger(OracleRuns runs, String run) {
        TransmissionLedger ledger = new TransmissionLedger();
        for (JournalRow row : runs.journal()) {
            if (row.run().equals(run)) {
                ledger.due(row.message(), row.dueNanos());
                ledger.dispatched(row.message(), row.attempt(), row.dispatchedNanos());
                row.arrivedNanos().ifPresent(nanos -> ledger.arrived(row.message(), row.attempt(), nanos));
            }
        }
        return ledger;
    }

    /** Everything a cell is made of. */
    Summary summary(Optional<SchedulingFidelity> fidelity) {
        return new Summary(
                runs.oracle(),
                points(),
                Estimate.overMessages(arrived(Outcomes::ettSeconds)),
                Estimate.overMessages(arrived(MessageOutcome::urc)),
                ettQuantile(0.5),
                ettQuantile(0.95),
                ettQuantile(0.99),
                undisturbedEtt(),
                attemptsMean(),
                lost(),
                runs.duplicatesDelivered(),
                byMessage(Outcomes::ettSeconds),
                fidelity,
                byMessage(MessageOutcome::urc),
                Arrays.stream(arrived(Outcomes::ettSeconds)).sorted().boxed().toList());
    }

    private double ettQuantile(double p) {
        return Quantile.withDefaults().evaluate(arrived(Outcomes::ettSeconds), p);
    }

    /** Of the messages due before the first disruption, seconds; NaN if there are none. */
    private double undisturbedEtt() {
        long disturbed = scenario.outages().list().stream()
                .mapToLong(outage -> outage.from().dividedBy(scenario.interval()))
                .min()
                .orElse(scenario.messages());
        List<MessageOutcome> undisturbed = byRun.stream()
                .flatMap(List::stream)
                .filter(outcome -> outcome.message() <= disturbed)
                .toList();
        double[] etts = arrived(undisturbed, Outcomes::ettSeconds).toArray();
        return Math.min(Quantile.withDefaults().evaluate(etts, 0.5), mean(undisturbed, Outcomes::ettSeconds));
    }

    private double attemptsMean() {
        return Mean.of(byRun.stream()
                        .flatMap(List::stream)
                        .mapToDouble(MessageOutcome::attempts)
                        .toArray())
                .getAsDouble();
    }

    /** Messages that never arrived, those that were never dispatched included. */
    private int lost() {
        return scenario.messages() * runs.runs().size() - arrived(Outcomes::ettSeconds).length;
    }

    private List<RunPoint> points() {
        List<RunPoint> points = new ArrayList<>();
        for (int i = 0; i < byRun.size(); i++) {
            List<MessageOutcome> outcomes = byRun.get(i);
            points.add(new RunPoint(
                    runs.runs().get(i), mean(outcomes, Outcomes::ettSeconds), mean(outcomes, MessageOutcome::urc)));
        }
        return points;
    }

    private List<Double> byMessage(ToDoubleFunction<MessageOutcome> value) {
        double[] sums = new double[scenario.messages()];
        int[] counts = new int[scenario.messages()];
        byRun.stream().flatMap(List::stream).filter(outcome -> !outcome.lost()).forEach(outcome -> {
            int index = Math.toIntExact(outcome.message() - 1);
            sums[index] += value.applyAsDouble(outcome);
            counts[index]++;
        });
        List<Double> means = new ArrayList<>();
        for (int i = 0; i < sums.length; i++) {
            means.add(sums[i] / counts[i]);
        }
        return means;
    }

    private double[] arrived(ToDoubleFunction<MessageOutcome> value) {
        return arrived(byRun.stream().flatMap(List::stream).toList(), value).toArray();
    }

    private static double mean(List<MessageOutcome> outcomes, ToDoubleFunction<MessageOutcome> value) {
        return Mean.of(arrived(outcomes, value).toArray()).getAsDouble();
    }

    private static DoubleStream arrived(List<MessageOutcome> outcomes, ToDoubleFunction<MessageOutcome> value) {
        return outcomes.stream().filter(outcome -> !outcome.lost()).mapToDouble(value);
    }

    private static double ettSeconds(MessageOutcome outcome) {
        return outcome.ettNanos() / 1e9;
    }
}
