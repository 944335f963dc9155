package io.github.restartoracle.harness.fault;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Packets of TCP do not arrive: each is answered with a reset, as if nothing listened at the receiver. Who connects is refused,
 * and connections break with what is sent over them. The resets themselves are packets of the other direction, and subject to
 * the faults of that.
 *
 * @param window when it is in force
 * @param direction which packets it answers
 */
public record Reset(Window window, Direction direction) implements Fault {
    public Reset {
        Objects.requireNonNull(window, "window");
        Objects.requireNonNull(direction, "direction");
    }

    /**
     * The destination is reset, once.
     *
     * @param at when it begins
     * @param lasting how long it lasts
     * @return the fault
     */
    public static Reset of(Duration at, Duration lasting) {
        return new Reset(Window.once(at, Optional.of(lasting)), Direction.FORWARD);
    }

    @Override
    public <R> R match(Cases<R> cases) {
        return cases.reset(this);
    }

    @Override
    public Reset with(Window otherWindow, Direction otherDirection) {
        return new Reset(otherWindow, otherDirection);
    }

    @Override
    public boolean isOutage() {
        return true;
    }

    @Override
    public String notation() {
        return "{" + window.notation() + ", reset: " + direction + "}";
    }
}
