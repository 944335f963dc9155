package io.github.restartoracle.harness.fault;

import java.time.Duration;
import java.util.Optional;

/** One fault of a link. Immutable. */
public sealed interface Fault permits Disruption, RandomLoss, PacketDrop {
    /**
     * When it begins.
     *
     * @return the time since the start of the run, not negative
     */
    Duration at();

    /**
     * How long it lasts.
     *
     * @return a positive duration; empty if it lasts to the end of the run
     */
    Optional<Duration> lasting();

    /**
     * Which packets it touches.
     *
     * @return the direction
     */
    Direction direction();

    /**
     * The fault as a scenario file has it, such as <code>{at: 60s, for: 60s, disrupt: both}</code>.
     *
     * @return YAML on one line that reads back as an equal fault
     */
    String notation();

    /**
     * Whether the fault is there at a moment. It is at its beginning and is not at its end.
     *
     * @param sinceStart the time since the start of the run
     * @return true if it is in force
     */
    default boolean activeAt(Duration sinceStart) {
        return sinceStart.compareTo(at()) >= 0
                && lasting().map(d -> sinceStart.compareTo(at().plus(d)) < 0).orElse(true);
    }

    /**
     * Whether two faults are in force at the same time in the same direction.
     *
     * @param other the other fault
     * @return true if their times and their directions overlap
     */
    default boolean overlaps(Fault other) {
        return direction().overlaps(other.direction()) && startsBeforeEndOf(other) && other.startsBeforeEndOf(this);
    }

    private boolean startsBeforeEndOf(Fault other) {
        return other.lasting().map(d -> at().compareTo(other.at().plus(d)) < 0).orElse(true);
    }
}
