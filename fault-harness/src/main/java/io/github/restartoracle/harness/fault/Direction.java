package io.github.restartoracle.harness.fault;

import java.util.List;
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
     * {@return true if this direction and another have a direction in common}
     *
     * @param other the other direction
     */
    public boolean overlaps(Direction other) {
        return this == other || this == BOTH || other == BOTH;
    }

    /** {@return the directions this one consists of: this one alone, or forward and backward for {@link #BOTH}} */
    public List<Direction> each() {
        return this == BOTH ? List.of(FORWARD, BACKWARD) : List.of(this);
    }

    /** {@return this direction as the other end sees it; {@link #BOTH} stays} */
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
