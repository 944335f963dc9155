package io.github.restartoracle.harness.fault;

import java.util.Locale;

/** The way of a packet between the two ends of a link. */
public enum Direction {
    /** The direction from the source to the destination. */
    FORWARD,
    /** The direction from the destination to the source: responses, acknowledgements. */
    BACKWARD,
    /** Both directions, each on its own. */
    BOTH;

    /**
     * Tells if a fault of this direction affects packets of another.
     *
     * @param other the direction of the packets
     * @return true if the two have a direction in common
     */
    public boolean overlaps(Direction other) {
        return this == other || this == BOTH || other == BOTH;
    }

    /**
     * Returns this direction as the other end sees it.
     *
     * @return {@link #BACKWARD} for {@link #FORWARD}, {@link #FORWARD} for {@link #BACKWARD}; {@link #BOTH} stays
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
