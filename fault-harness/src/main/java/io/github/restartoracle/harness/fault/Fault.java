package io.github.restartoracle.harness.fault;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** One fault of a link. Immutable. A new kind is one record, and one case of {@link #match}. */
public sealed interface Fault permits Disruption, RandomLoss, PacketDrop, Reset {
    /**
     * {@return the result of the case of this fault's kind} A caller names a case for each kind, so that the compiler names
     * each place to change when there is a new one.
     *
     * @param disruption handles a disruption
     * @param loss handles random loss
     * @param drop handles the loss of a packet at an exact position
     * @param reset handles resets
     * @param <R> the result
     */
    default <R> R match(
            Function<Disruption, R> disruption,
            Function<RandomLoss, R> loss,
            Function<PacketDrop, R> drop,
            Function<Reset, R> reset) {
        if (this instanceof Disruption fault) {
            return disruption.apply(fault);
        } else if (this instanceof RandomLoss fault) {
            return loss.apply(fault);
        } else if (this instanceof PacketDrop fault) {
            return drop.apply(fault);
        }
        return reset.apply((Reset) this);
    }

    /** {@return the times at which it is in force} */
    Window window();

    /** {@return the direction of the packets it affects} */
    Direction direction();

    /**
     * {@return the same fault at other times, in another direction}
     *
     * @param window the times at which it is in force
     * @param direction the direction of the packets it affects
     */
    default Fault with(Window window, Direction direction) {
        return match(
                disruption -> new Disruption(window, direction),
                loss -> new RandomLoss(window, loss.probability(), direction),
                drop -> new PacketDrop(window, drop.position(), direction),
                reset -> new Reset(window, direction));
    }

    /** {@return true if no packet gets through while it is in force: for a {@link Disruption} and a {@link Reset}} */
    default boolean isOutage() {
        return match(disruption -> true, loss -> false, drop -> false, reset -> true);
    }

    /**
     * {@return the fault as it is written in a scenario file, such as <code>{at: 60s, for: 60s, disrupt: both}</code>: YAML on
     * one line that reads back as an equal fault}
     */
    default String notation() {
        String what = match(
                disruption -> "disrupt: " + direction(),
                loss -> "loss: " + Quantity.percent(loss.probability()) + ", direction: " + direction(),
                drop -> "drop-packet: " + drop.position() + ", direction: " + direction(),
                reset -> "reset: " + direction());
        return "{" + window().notation() + ", " + what + "}";
    }

    /** {@return when it begins for the first time, since the start of the run; not negative} */
    default Duration at() {
        return window().at();
    }

    /** {@return the duration for which it lasts each time, positive; empty if it lasts to the end of the run} */
    default Optional<Duration> lasting() {
        return window().lasting();
    }

    /**
     * {@return true if this fault and another may be in force at the same time in the same direction}
     *
     * @param other the other fault
     */
    default boolean overlaps(Fault other) {
        return direction().overlaps(other.direction()) && window().overlaps(other.window());
    }
}
