package io.github.restartoracle.harness.fault;

import java.util.Locale;

/** The way of a packet between the two ends of a link. */
public enum Direction {
    /** From the source to the destination. */
    FORWARD,
    /** From the destination to the source: responses, acknowledgements. */
    BACKWARD,
    /** Both ways, each on its own. */
    BOTH;

    /**
     * Whether a fault of this direction touches packets of another.
     *
     * @param other the direction of the packets
     * @return true if the two have a way in common
     */
    public boolean overlaps(Direction other) {
        return this == other || this == BOTH || other == BOTH;
    }

    /**
     * This direction as the other end has it.
     *
     * @return {@link #BACKWARD} for {@link #FORWARD} and the other way round
     */
    public Direction turned() {
        return switch (this) {
            case FORWARD -> BACKWARD;
            case BACKWARD -> FORWARD;
            case BOTH -> BOTH;
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
