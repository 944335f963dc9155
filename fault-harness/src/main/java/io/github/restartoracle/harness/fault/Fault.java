package io.github.restartoracle.harness.fault;

import java.time.Duration;
import java.util.Optional;

/**
 * One fault of a link. Immutable. A new kind is one record; code that distinguishes the kinds implements {@link Cases}, so that
 * the compiler names each place to change.
 */
public sealed interface Fault permits Disruption, RandomLoss, PacketDrop, Reset {
    /**
     * The handling of each kind of fault.
     *
     * @param <R> the result
     */
    interface Cases<R> {
        /**
         * Handles a disruption.
         *
         * @param fault the fault
         * @return the result
         */
        R disruption(Disruption fault);

        /**
         * Handles random loss.
         *
         * @param fault the fault
         * @return the result
         */
        R loss(RandomLoss fault);

        /**
         * Handles the loss of a packet at an exact position.
         *
         * @param fault the fault
         * @return the result
         */
        R drop(PacketDrop fault);

        /**
         * Handles resets.
         *
         * @param fault the fault
         * @return the result
         */
        R reset(Reset fault);
    }

    /**
     * Calls the case of this fault's kind.
     *
     * @param cases one for each kind
     * @param <R> the result
     * @return the result of the case
     */
    <R> R match(Cases<R> cases);

    /**
     * Returns the times at which it is in force.
     *
     * @return the window
     */
    Window window();

    /**
     * Returns the direction of the packets it affects.
     *
     * @return the direction
     */
    Direction direction();

    /**
     * Returns the same fault at other times, in another direction.
     *
     * @param window the times at which it is in force
     * @param direction the direction of the packets it affects
     * @return the changed fault
     */
    Fault with(Window window, Direction direction);

    /**
     * Tells if no packet gets through while it is in force.
     *
     * @return true for a {@link Disruption} and a {@link Reset}
     */
    default boolean isOutage() {
        return false;
    }

    /**
     * Returns the fault as it is written in a scenario file, such as <code>{at: 60s, for: 60s, disrupt: both}</code>.
     *
     * @return YAML on one line that reads back as an equal fault
     */
    String notation();

    /**
     * Returns when it begins for the first time.
     *
     * @return the time since the start of the run, not negative
     */
    default Duration at() {
        return window().at();
    }

    /**
     * Returns the duration for which it lasts each time.
     *
     * @return a positive duration; empty if it lasts to the end of the run
     */
    default Optional<Duration> lasting() {
        return window().lasting();
    }

    /**
     * Tells if two faults may be in force at the same time in the same direction.
     *
     * @param other the other fault
     * @return true if their times and their directions overlap
     */
    default boolean overlaps(Fault other) {
        return direction().overlaps(other.direction()) && window().overlaps(other.window());
    }

    /**
     * Tells if two faults are of one kind and cannot be distinguished while both are in force.
     *
     * @param other the other fault
     * @return true if the request is unclear when they overlap
     */
    default boolean conflictsWith(Fault other) {
        return getClass() == other.getClass() && overlaps(other);
    }
}
