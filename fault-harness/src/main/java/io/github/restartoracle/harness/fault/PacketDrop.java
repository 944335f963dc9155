package io.github.restartoracle.harness.fault;

/**
 * The loss of one packet at an exact position in each connection. Its retransmission has the next free position, so it passes.
 *
 * @param window the times at which it is in force
 * @param position the packet's number in its direction, from 1 (SYN forward, SYN-ACK backward); pure acknowledgements count
 * @param direction the direction of the packets that are counted; for {@link Direction#BOTH} each direction loses its own
 */
public record PacketDrop(Window window, int position, Direction direction) implements Fault {
    public PacketDrop {
        if (position < 1) {
            throw new IllegalArgumentException("drop-packet must be 1 or more, not " + position);
        }
    }

    /**
     * {@return a drop in every connection of the run}
     *
     * @param position the packet's number in its direction, from 1
     * @param direction the direction of the packets that are counted
     */
    public static PacketDrop of(int position, Direction direction) {
        return new PacketDrop(Window.always(), position, direction);
    }
}
