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

    private final long bitsPerSecond;
    private final long delayNanos;
    private final long jitterNanos;
    private final long queueBytes;
    private final Way forward;
    private final Way backward;

    /** One direction. */
    private static final class Way {
        private final int number;
        private final LinkFaults faults;
        private final @Nullable LossStates bursts;
        private long freeNanos;

        Way(int number, LinkFaults faults, @Nullable LossStates bursts) {
            this.number = number;
            this.faults = faults;
            this.bursts = bursts;
        }

        boolean takes(long departedNanos, long arrivalNanos, long packet, int position) {
            // Packets depart in order, but may arrive in another order, and the states are only walked through
            // forwards.
            return faults.takes(arrivalNanos, packet, position)
                    || (bursts != null
                            && KeyedRandom.uniform(KeyedRandom.of(packet, DELAY + 1)) < bursts.lossAt(departedNanos));
        }
    }

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
        this.bitsPerSecond = link.bandwidth().orElse(0);
        this.delayNanos = link.delay().toNanos();
        this.jitterNanos = link.jitter().toNanos();
        this.queueBytes = queueBytes.isPresent() ? queueBytes.getAsInt() : Long.MAX_VALUE;
        this.forward = way(0, Direction.FORWARD, schedule, bursts, key);
        this.backward = way(1, Direction.BACKWARD, schedule, bursts, key);
    }

    private static Way way(
            int number, Direction direction, FaultSchedule schedule, Optional<GilbertElliott> bursts, long key) {
        LossStates states = bursts.map(model -> new LossStates(model, KeyedRandom.of(key, number)))
                .orElse(null);
        return new Way(number, new LinkFaults(schedule, direction), states);
    }

    /** {@return a link without loss, with this bandwidth, delay and jitter} */
    public static SimulatedLink ideal(Link link) {
        return new SimulatedLink(link, FaultSchedule.none(), OptionalInt.empty(), Optional.empty(), 0);
    }

    /**
     * Sends a packet over the link.
     *
     * @param nowNanos the time
     * @param isForward true if it goes from the source to the destination
     * @param bytes its size with all headers
     * @param key of its connection; with the direction and the number it determines the random numbers of the packet
     * @param number of the packet in its direction of its connection, from 1
     * @return the time of arrival; {@link #LOST} if it does not arrive
     */
    public long send(long nowNanos, boolean isForward, int bytes, long key, int number) {
        Way way = isForward ? forward : backward;
        long startNanos = Math.max(nowNanos, way.freeNanos);
        if (queueBytes != Long.MAX_VALUE && bytesIn(startNanos - nowNanos) + bytes > queueBytes) {
            return LOST;
        }
        long departedNanos = startNanos + serialisationNanos(bytes);
        way.freeNanos = departedNanos;
        long packet = KeyedRandom.of(key, 4L * number + way.number);
        long arrivalNanos = departedNanos + delayNanos(packet);
        return way.takes(departedNanos, arrivalNanos, packet, number) ? LOST : arrivalNanos;
    }

    /**
     * {@return true if a fault answers a packet that arrives at its receiver with a reset}
     *
     * @param nanos the time of arrival
     * @param isForward true if it goes from the source to the destination
     */
    public boolean resets(long nanos, boolean isForward) {
        return (isForward ? forward : backward).faults.resets(nanos);
    }

    private long serialisationNanos(int bytes) {
        return bitsPerSecond == 0 ? 0 : Math.round(bytes * 8 * NANOS / bitsPerSecond);
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
