package io.github.restartoracle.benchmarks.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.proof.FaultProof;
import io.github.restartoracle.harness.proof.FaultVerdict;
import io.github.restartoracle.harness.proof.FaultVerdict.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultEvidenceTest {
    private static FaultVerdict verdict(Direction direction, Outcome outcome, String applied) {
        return new FaultVerdict("{loss: 1%}", direction, outcome, "1 %", applied, "the rule", 1000, 10);
    }

    @Test
    void shouldShowTheWorstRunWhenRunsDiffer() {
        List<FaultProof> proofs = List.of(
                new FaultProof(
                        1,
                        List.of(
                                verdict(Direction.FORWARD, Outcome.APPLIED, "1.1 %"),
                                verdict(Direction.BACKWARD, Outcome.APPLIED, "0.9 %"))),
                new FaultProof(
                        1,
                        List.of(
                                verdict(Direction.FORWARD, Outcome.NOT_APPLIED, "0 %"),
                                verdict(Direction.BACKWARD, Outcome.UNDECIDED, "?"))));

        List<FaultEvidence> evidence = FaultEvidence.of("loss-2pct", proofs);

        assertThat(evidence)
                .containsExactly(
                        new FaultEvidence(
                                "loss-2pct",
                                "{loss: 1%} forward",
                                "1 of 2 runs NOT as asked for: asked for 1 %, measured 0 %; check the rule",
                                Outcome.NOT_APPLIED),
                        new FaultEvidence(
                                "loss-2pct",
                                "{loss: 1%} backward",
                                "1 of 2 runs undecided: asked for 1 %, measured ?",
                                Outcome.UNDECIDED));
        assertThat(evidence.get(0).missing()).isTrue();
        assertThat(evidence.get(1).missing()).isFalse();
        assertThat(evidence.get(1).applied()).isFalse();
    }
}
