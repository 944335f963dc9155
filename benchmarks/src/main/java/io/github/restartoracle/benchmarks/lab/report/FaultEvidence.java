package io.github.restartoracle.benchmarks.lab.report;

import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.proof.FaultProof;
import io.github.restartoracle.harness.proof.FaultVerdict;
import io.github.restartoracle.harness.proof.FaultVerdict.Outcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The evidence that a fault was present or absent in the runs of a scenario.
 *
 * @param scenario the scenario it belongs to
 * @param requested the fault as in the scenario; if it was measured, with its direction
 * @param observed the number of runs with the worst outcome, and the measurement in the first of them
 * @param outcome the worst of all runs
 */
public record FaultEvidence(String scenario, String requested, String observed, Outcome outcome) {
    private static final String MODELLED = "part of the model";

    /** Returns the evidence of simulated faults, which are part of the model. */
    public static List<FaultEvidence> modelled(String scenario, FaultSchedule faults) {
        return faults.faults().stream()
                .map(fault -> new FaultEvidence(scenario, fault.notation(), MODELLED, Outcome.APPLIED))
                .toList();
    }

    boolean isModelled() {
        return observed.equals(MODELLED);
    }

    /** Summarises the proofs of the runs of a scenario, one proof per run, in one line per fault and direction. */
    public static List<FaultEvidence> of(String scenario, Collection<FaultProof> proofs) {
        record Key(String fault, Direction direction) {}
        Map<Key, List<FaultVerdict>> byFault = proofs.stream()
                .flatMap(proof -> proof.verdicts().stream())
                .collect(Collectors.groupingBy(
                        verdict -> new Key(verdict.fault(), verdict.direction()),
                        LinkedHashMap::new,
                        Collectors.toList()));
        List<FaultEvidence> evidence = new ArrayList<>();
        byFault.forEach((key, verdicts) -> evidence.add(of(scenario, key.fault() + " " + key.direction(), verdicts)));
        return List.copyOf(evidence);
    }

    private static FaultEvidence of(String scenario, String requested, List<FaultVerdict> verdicts) {
        FaultVerdict worst = verdicts.stream()
                .max(Comparator.comparing(FaultVerdict::outcome))
                .orElseThrow();
        long alike = verdicts.stream()
                .filter(verdict -> verdict.outcome() == worst.outcome())
                .count();
        String runs = alike + " of " + verdicts.size() + " runs " + word(worst.outcome()) + ": ";
        String check = worst.outcome() == Outcome.NOT_APPLIED ? "; check " + worst.check() : "";
        return new FaultEvidence(
                scenario,
                requested,
                runs + "asked for " + worst.requested() + ", measured " + worst.applied() + check,
                worst.outcome());
    }

    private static String word(Outcome outcome) {
        return switch (outcome) {
            case APPLIED -> "as asked for";
            case UNDECIDED -> "undecided";
            case NOT_APPLIED -> "NOT as asked for";
        };
    }

    /** Returns whether the fault was present in all runs; false also if that could not be decided. */
    public boolean applied() {
        return outcome == Outcome.APPLIED;
    }

    /** Returns whether some run is known not to have had the fault as requested; false also if that could not be decided. */
    public boolean missing() {
        return outcome == Outcome.NOT_APPLIED;
    }
}
