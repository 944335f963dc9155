package io.github.restartoracle.wsrm.internal.echo;

import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.status.SampleUse;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.runtime.ThrottledWarning;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;

/**
 * Counts and logs echoes that could not be used: those that cannot be read, and those that contradict the transmissions. A
 * peer may send any number of them, so at most one line is logged in ten seconds. Thread-safe.
 */
public final class RejectedEchoes implements TransmissionListener {
    private static final Logger LOG = Logs.of(RejectedEchoes.class);

    private final AtomicLong count = new AtomicLong();
    private final ThrottledWarning warning;

    /** Creates a count of 0. */
    public RejectedEchoes(NanoClock clock) {
        this.warning = new ThrottledWarning(LOG, clock);
    }

    /** Returns the number of rejected echoes, for either reason. */
    public long count() {
        return count.get();
    }

    void malformed(String sequence) {
        rejected(sequence, "it is malformed");
    }

    @Override
    public void acknowledged(MessageId message, int attempts, SampleUse use, long arrivedNanos) {
        if (use == SampleUse.REJECTED) {
            rejected(message.toString(), "it contradicts what was sent");
        }
    }

    private void rejected(String of, String reason) {
        count.incrementAndGet();
        warning.warn("An echo was ignored because " + reason + ", for \"" + of + "\"", null);
    }
}
