package io.github.restartoracle.benchmarks.lab.simulator.net;

import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.Link;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A link in virtual time. Each direction has a queue in front of a sender with the link's bandwidth. Then a packet takes the
 * delay, with jitter uniform in ± jitter, and may overtake others. Faults apply at arrival, as on the testbed, so that a lost
 * packet has used its share of the bandwidth. A packet that finds the queue full is lost too.
 *
 * <p>Not thread-safe; confined to one simulation.
 */
public final class SimulatedLink {
    /** The arrival of a packet that is lost. */
    public static final long LOST = -1;

    private static final double NANOS = 1e9;
    private static final int DELAY = 2;

    private final Link link;
    private final long bitsPerSecond;
    private final long delayNanos;
    private final long jitterNanos;
    private final long queueBytes;
    private final LinkFaults[] faults;
    private final LossStates @Nullable [] weather;
    private final long[] freeNanos = new long[2];
    private final long[] packets = new long[2];
    private final long[] lost = new long[2];

    /**
     * Creates a link without packets.
     *
     * @param link bandwidth, delay and jitter
     * @param schedule the faults
     * @param queueBytes size of the queue in front of each sender; empty for an unlimited queue
     * @param bursts loss in bursts, in addition to the scheduled faults
     * @param key of the run, for the times of the bursts
     */
    public SimulatedLink(
            Link link, FaultSchedule schedule, OptionalInt queueBytes, Optional<GilbertElliott> bursts, long key) {
        this.link = link;
        this.bitsPerSecond = link.bandwidth().orElse(0);
        this.delayNanos = link.delay().toNanos();
        this.jitterNanos = link.jitter().toNanos();
        this.queueBytes = queueBytes.isPresent() ? queueBytes.getAsInt() : Long.MAX_VALUE;
        this.faults = new LinkFaults[] {
            new LinkFaults(schedule, Direction.FORWARD), new LinkFaults(schedule, Direction.BACKWARD)
        };
        this.weather = bursts.map(model -> new LossStates[] {
                    new LossStates(model, KeyedRandom.of(key, 0)), new LossStates(model, KeyedRandom.of(key, 1))
                })
                .orElse(null);
    }

    /**
     * Creates a link without loss.
     *
     * @param link bandwidth, delay and jitter
     * @return the link
     */
    public static SimulatedLink ideal(Link link) {
        return new SimulatedLink(link, FaultSchedule.none(), OptionalInt.empty(), Optional.empty(), 0);
    }

    /**
     * Returns the properties of the link without faults.
     *
     * @return bandwidth, delay and jitter
     */
    public Link link() {
        return link;
    }

    /**
     * Sends a packet over the link.
     *
     * @param nowNanos the time
     * @param forward true if it goes from the source to the destination
     * @param bytes its size with all headers
     * @param key of its connection; with the direction and the number it determines the random numbers of the packet
     * @param number of the packet in its direction of its connection, from 1
     * @return the time of arrival; {@link #LOST} if it does not arrive
     */
    public long send(long nowNanos, boolean forward, int bytes, long key, int number) {
        int direction = forward ? 0 : 1;
        packets[direction]++;
        long startNanos = Math.max(nowNanos, freeNanos[direction]);
        if (queueBytes != Long.MAX_VALUE && bytesIn(startNanos - nowNanos) + bytes > queueBytes) {
            lost[direction]++;
            return LOST;
        }
        long departedNanos = startNanos + serialisationNanos(bytes);
        freeNanos[direction] = departedNanos;
        long packet = KeyedRandom.of(key, 4L * number + direction);
        long arrivalNanos = departedNanos + delayNanos(packet);
        if (takes(direction, departedNanos, arrivalNanos, packet, number)) {
            lost[direction]++;
            return LOST;
        }
        return arrivalNanos;
    }

    /**
     * Tells if a packet that arrives at its receiver is answered with a reset.
     *
     * @param nanos the time of arrival
     * @param forward true if it goes from the source to the destination
     * @return true while a fault resets connections
     */
    public boolean resets(long nanos, boolean forward) {
        return faults[forward ? 0 : 1].resets(nanos);
    }

    /**
     * Returns the number of packets that were sent over the link.
     *
     * @param forward the direction
     * @return including those that were lost
     */
    public long packets(boolean forward) {
        return packets[forward ? 0 : 1];
    }

    /**
     * Returns the number of packets that were lost.
     *
     * @param forward the direction
     * @return by faults and by a full queue
     */
    public long lost(boolean forward) {
        return lost[forward ? 0 : 1];
    }

    private long serialisationNanos(int bytes) {
        return bitsPerSecond == 0 ? 0 : Math.round(bytes * 8 * NANOS / bitsPerSecond);
    }

    private boolean takes(int direction, long departedNanos, long arrivalNanos, long packet, int number) {
        if (faults[direction].takes(arrivalNanos, packet, number)) {
            return true;
        }
        LossStates[] own = weather;
        // Packets depart in order, but may arrive in another order, and the states are only walked through forwards.
        return own != null
                && KeyedRandom.uniform(KeyedRandom.of(packet, DELAY + 1)) < own[direction].lossAt(departedNanos);
    }

    private long delayNanos(long packet) {
        return jitterNanos == 0
                ? delayNanos
                : delayNanos + Math.round((2 * KeyedRandom.uniform(KeyedRandom.of(packet, DELAY)) - 1) * jitterNanos);
    }

    private double bytesIn(long nanos) {
        return nanos / NANOS * bitsPerSecond / 8;
    }
}
