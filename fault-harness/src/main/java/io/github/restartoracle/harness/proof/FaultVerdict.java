package io.github.restartoracle.harness.proof;

import io.github.restartoracle.harness.fault.Direction;

/**
 * What became of one fault in one direction.
 *
 * @param fault the fault as a scenario file has it
 * @param direction {@link Direction#FORWARD} or {@link Direction#BACKWARD}
 * @param outcome whether it was applied
 * @param requested what was asked for
 * @param applied what was measured
 * @param check where to look if it was not applied
 * @param seen packets that came by while the fault was in force; -1 if its rule was not found
 * @param dropped how many of these it took; -1 if its rule was not found
 */
public record FaultVerdict(
        String fault,
        Direction direction,
        Outcome outcome,
        String requested,
        String applied,
        String check,
        long seen,
        long dropped) {
    /** Whether a fault was applied. */
    public enum Outcome {
        /** The evidence agrees with what was asked for. */
        APPLIED,
        /** The rule was there, but too little happened to tell. */
        UNDECIDED,
        /** The evidence contradicts what was asked for. */
        NOT_APPLIED
    }

    @Override
    public String toString() {
        String line = outcome + " " + fault + " " + direction + ": requested " + requested + "; applied " + applied;
        return outcome == Outcome.NOT_APPLIED ? line + "; check " + check : line;
    }
}
