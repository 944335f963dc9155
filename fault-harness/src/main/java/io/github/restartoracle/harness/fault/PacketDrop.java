package io.github.restartoracle.harness.fault;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * One packet at an exact position is lost in each connection. Its retransmission has the next free position, so it
 * passes.
 *
 * @param at when it begins, not negative
 * @param lasting how long it lasts, positive; empty: to the end of the run
 * @param position the packet's number in its direction, from 1 (SYN forward, SYN-ACK backward); pure acknowledgements
 *     count
 * @param direction which packets are counted; for {@link Direction#BOTH} each direction loses its own
 */
public record PacketDrop(Duration at, Optional<Duration> lasting, int position, Direction direction) implements Fault {
    public PacketDrop {
        Window.check(at, lasting);
        Objects.requireNonNull(direction, "direction");
        if (position < 1) {
            throw new IllegalArgumentException("drop-packet must be 1 or more, not " + position);
        }
    }

    /**
     * A drop in every connection of the run.
     *
     * @param position the packet's number in its direction, from 1
     * @param direction which packets are counted
     * @return the fault
     */
    public static PacketDrop of(int position, Direction direction) {
        return new PacketDrop(Duration.ZERO, Optional.empty(), position, direction);
    }

    @Override
    public String notation() {
        return "{" + Window.notation(this) + ", drop-packet: " + position + ", direction: " + direction + "}";
    }
}
