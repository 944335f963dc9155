package io.github.restartoracle.wsrm.echo;

import io.github.restartoracle.pending.SampleUse;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.event.MessageId;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import io.github.restartoracle.wsrm.log.Logs;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;

/**
 * Counts and logs echoes that taught nothing: those that cannot be read, and those that contradict what was sent. A peer
 * may send any number of them, so at most one line is written in ten seconds, and what it wrote is shortened. Thread-safe.
 */
public final class RejectedEchoes implements TransmissionListener {
    private static final Logger LOG = Logs.of(RejectedEchoes.class);
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int PRINTED = 80;

    private final NanoClock clock;
    private final AtomicLong count = new AtomicLong();
    private final AtomicLong nextLogNanos;

    /**
     * None so far.
     *
     * @param clock a monotonic clock
     */
    public RejectedEchoes(NanoClock clock) {
        this.clock = clock;
        this.nextLogNanos = new AtomicLong(clock.nanoTime());
    }

    /**
     * How many echoes were rejected, for either reason.
     *
     * @return the count since the oracle was installed
     */
    public long count() {
        return count.get();
    }

    void malformed(String sequence) {
        rejected(printable(sequence), "it is malformed");
    }

    @Override
    public void acknowledged(MessageId message, int attempts, SampleUse use, long arrivedNanos) {
        if (use == SampleUse.REJECTED) {
            rejected(message.toString(), "it contradicts what was sent");
        }
    }

    private void rejected(String of, String reason) {
        long total = count.incrementAndGet();
        long nowNanos = clock.nanoTime();
        long nextNanos = nextLogNanos.get();
        if (nowNanos - nextNanos >= 0 && nextLogNanos.compareAndSet(nextNanos, nowNanos + QUIET_NANOS)) {
            LOG.warn("An echo for \"{}\" is ignored because {}; {} so far", of, reason, total);
        }
    }

    /** What a peer wrote, fit for a log: short, and of printable ASCII only. */
    static String printable(String text) {
        String start = text.length() <= PRINTED ? text : text.substring(0, PRINTED) + "...";
        return start.replaceAll("[^ -~]", "?");
    }
}
