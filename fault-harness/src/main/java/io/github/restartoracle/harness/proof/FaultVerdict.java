package io.github.restartoracle.harness.proof;

import io.github.restartoracle.harness.fault.Direction;

/**
 * The verdict on one fault in one direction.
 *
 * @param fault the fault as it is written in a scenario file
 * @param direction {@link Direction#FORWARD} or {@link Direction#BACKWARD}
 * @param outcome applied, undecided or not applied
 * @param requested the request, as text
 * @param applied the measurement, as text
 * @param check a hint at the place to look if it was not applied
 * @param seen packets that came by while the fault was in force; -1 if its rule was not found
 * @param dropped the number of these that it took; -1 if its rule was not found
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
    /** The outcome of a comparison between request and evidence. */
    public enum Outcome {
        /** The evidence agrees with the request. */
        APPLIED,
        /** The rule was installed, but there are too few events to decide. */
        UNDECIDED,
        /** The evidence contradicts the request. */
        NOT_APPLIED
    }

    @Override
    public String toString() {
        String line = outcome + " " + fault + " " + direction + ": requested " + requested + "; applied " + applied;
        return outcome == Outcome.NOT_APPLIED ? line + "; check " + check : line;
    }
}
