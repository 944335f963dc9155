package io.github.restartoracle.harness.inject;

import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.Link;
import io.github.restartoracle.harness.proof.Evidence;
import io.github.restartoracle.harness.proof.FaultProof;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/**
 * A faulty link that needs no root and no containers: a TCP relay on loopback in front of a server. Clients connect to
 * {@link #address()} instead of the server.
 *
 * <p>It is only a model of TCP over a lossy path:
 *
 * <ul>
 *   <li>A connection reaches the server when a SYN and its SYN-ACK pass; they are retried by a {@link RetrySchedule}. The
 *       client's own {@code connect} succeeds at once, and the data that it sends is held. If it closes the connection before
 *       that, the server does not see the connection, as with an abandoned SYN.
 *   <li>Data is cut into segments of 1448 bytes; a segment that does not pass is retried with doubling timeouts from 200 ms.
 *       There is no fast retransmission and no congestion window, so losses in the middle of long transfers cost more than they
 *       would.
 *   <li>All connections share the link's bandwidth and are delayed by it. Segments arrive in order.
 *   <li>Positions of packets count SYN, SYN-ACK, the acknowledgement of the handshake, every transmission of a data segment or
 *       end of stream, and one acknowledgement for each run of segments delivered. Kernels send other numbers of pure
 *       acknowledgements.
 * </ul>
 *
 * <p>Every random decision is a function of the seed, the connection's number in order of acceptance, the direction and the
 * packet's number.
 *
 * <p>Thread-safe. One daemon thread serves all connections.
 */
public final class InProcessLink implements AutoCloseable {
    private final FaultSchedule schedule;
    private final LinkModel model;
    private final RelayLoop loop;

    /**
     * The settings of a link.
     *
     * @param target the server
     * @param schedule the faults
     * @param link bandwidth, delay and jitter
     * @param seed the seed of the random losses
     * @param handshakeRetries the times at which a SYN is sent again
     */
    public record Settings(
            InetSocketAddress target, FaultSchedule schedule, Link link, long seed, RetrySchedule handshakeRetries) {
        /**
         * {@return the settings of an ideal link to a server, with seed 0 and Linux's schedule of retries}
         *
         * @param host the server's host
         * @param port the server's port
         */
        public static Settings to(String host, int port) {
            return new Settings(
                    new InetSocketAddress(host, port),
                    FaultSchedule.none(),
                    Link.ideal(),
                    0,
                    RetrySchedule.ofHandshake());
        }

        /**
         * {@return these settings with other faults}
         *
         * @param faults the faults
         */
        public Settings with(FaultSchedule faults) {
            return new Settings(target, faults, link, seed, handshakeRetries);
        }

        /**
         * {@return these settings with another link}
         *
         * @param other bandwidth, delay and jitter
         */
        public Settings with(Link other) {
            return new Settings(target, schedule, other, seed, handshakeRetries);
        }

        /**
         * {@return these settings with another seed}
         *
         * @param other the seed
         */
        public Settings withSeed(long other) {
            return new Settings(target, schedule, link, other, handshakeRetries);
        }
    }

    private InProcessLink(Settings settings) throws IOException {
        this.schedule = settings.schedule();
        this.model = new LinkModel(settings);
        this.loop = new RelayLoop(settings.target(), model);
    }

    /**
     * Opens a link on a free port of the loopback interface. It has its bandwidth and delay at once; faults wait for
     * {@link #begin()}.
     *
     * @param settings the settings
     * @return the link, to be closed
     * @throws IOException if no port can be opened
     */
    public static InProcessLink open(Settings settings) throws IOException {
        InProcessLink link = new InProcessLink(settings);
        link.loop.start();
        return link;
    }

    /** {@return the address of the loopback interface to which clients connect} */
    public InetSocketAddress address() {
        return loop.address();
    }

    /** Makes this moment the start of the run, from which the times of the faults count. A second call has no effect. */
    public void begin() {
        model.fate.begin(System.nanoTime());
    }

    /**
     * Drops all packets of both directions from now on, independently of the schedule; for demonstrations, since the proof
     * considers only the schedule. A later call replaces an earlier one.
     *
     * @param lasting the duration of the cut; zero or less ends the cut
     */
    public void cut(Duration lasting) {
        model.fate.cutUntil(System.nanoTime() + lasting.toNanos());
    }

    /** {@return the counters of the link so far} */
    public LinkCounters counters() {
        return model.tally.snapshot();
    }

    /** {@return the comparison of the requested faults to the counters so far; to be called at the end of a run} */
    public FaultProof proof() {
        return FaultProof.of(schedule, new Evidence(model.fate.sinceStart(), model.fate.counts(), List.of()));
    }

    /** Resets all connections and frees the port. */
    @Override
    public void close() {
        loop.close();
    }
}
