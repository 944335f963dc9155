package io.github.restartoracle.harness.fault;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * The loss of one packet at an exact position in each connection. Its retransmission has the next free position, so it passes.
 *
 * @param window the times at which it is in force
 * @param position the packet's number in its direction, from 1 (SYN forward, SYN-ACK backward); pure acknowledgements count
 * @param direction the direction of the packets that are counted; for {@link Direction#BOTH} each direction loses its own
 */
public record PacketDrop(Window window, int position, Direction direction) implements Fault {
    public PacketDrop {
        Objects.requireNonNull(window, "window");
        Objects.requireNonNull(direction, "direction");
        if (position < 1) {
            throw new IllegalArgumentException("drop-packet must be 1 or more, not " + position);
        }
    }

    /**
     * Creates a fault that does not repeat.
     *
     * @param at when it begins, not negative
     * @param lasting how long it lasts, positive; empty: to the end of the run
     * @param position the packet's number in its direction, from 1 (SYN forward, SYN-ACK backward); pure acknowledgements count
     * @param direction the direction of the packets that are counted
     */
    public PacketDrop(Duration at, Optional<Duration> lasting, int position, Direction direction) {
        this(Window.once(at, lasting), position, direction);
    }

    /**
     * Returns a drop in every connection of the run.
     *
     * @param position the packet's number in its direction, from 1
     * @param direction the direction of the packets that are counted
     * @return the fault
     */
    public static PacketDrop of(int position, Direction direction) {
        return new PacketDrop(Duration.ZERO, Optional.empty(), position, direction);
    }

    @Override
    public <R> R match(Cases<R> cases) {
        return cases.drop(this);
    }

    @Override
    public PacketDrop with(Window otherWindow, Direction otherDirection) {
        return new PacketDrop(otherWindow, position, otherDirection);
    }

    @Override
    public boolean conflictsWith(Fault other) {
        return other instanceof PacketDrop drop && drop.position == position && overlaps(other);
    }

    @Override
    public String notation() {
        return "{" + window.notation() + ", drop-packet: " + position + ", direction: " + direction + "}";
    }
}
