package io.github.restartoracle.harness.fault;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Resets TCP connections: each packet is answered with a reset and does not arrive, as if the receiver had no listener. New
 * connections are refused, and open ones break when data is sent over them. The resets themselves are packets of the other
 * direction, and subject to its faults.
 *
 * @param window the times at which it is in force
 * @param direction the direction of the packets it answers
 */
public record Reset(Window window, Direction direction) implements Fault {
    public Reset {
        Objects.requireNonNull(window, "window");
        Objects.requireNonNull(direction, "direction");
    }

    /**
     * Returns a fault that resets connections to the destination, once.
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
