package io.github.restartoracle.internal.outbound;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.Phase;
import io.github.restartoracle.internal.attempt.SequenceRefusedException;
import io.github.restartoracle.internal.pending.PendingSet;
import io.github.restartoracle.oracle.Stage;
import java.net.SocketTimeoutException;
import javax.net.ssl.SSLException;

/**
 * Passes the reports of transports on the attempts of a path to the oracle and the pending set.
 *
 * <p>Not thread-safe; confined to the lock of its path.
 */
final class StageReports<P> {
    private final PendingSet<Message<P>> pending;

    StageReports(PendingSet<Message<P>> pending) {
        this.pending = pending;
    }

    void advanced(Message<P> message, Attempt attempt, Phase phase, long nowNanos) {
        boolean staged = pending.oracle().staged();
        if (phase == Phase.RECEIVED
                && message.transmissions() > 0
                && (!staged || (message.stage() == Stage.WRITTEN && isLast(message, attempt)))) {
            pending.oracle().received(nowNanos, Math.max(0, nowNanos - message.stageSinceNanos()));
        }
        Stage stage = switch (phase) {
            case CONNECTING -> Stage.CONNECTING;
            case CONNECTED, WRITTEN -> attempt.tellsReceipt() ? Stage.WRITTEN : Stage.UNOBSERVED;
            case RECEIVED, RESPONDED -> Stage.RECEIVED;
            case PREPARING, ANSWERED, FAILED, ABANDONED -> Stage.UNOBSERVED;
        };
        reach(message, attempt, stage, nowNanos);
    }

    void progressed(Message<P> message, Attempt attempt, long nowNanos) {
        if (message.transmissions() > 0
                && (message.stage() == Stage.WRITTEN || !pending.oracle().staged())) {
            pending.oracle().progressed(nowNanos);
            reach(message, attempt, Stage.WRITTEN, nowNanos);
        }
    }

    /** Reports that an attempt has ended, perhaps with an answer that is not known to be the destination's. */
    void ended(Message<P> message, Attempt attempt, boolean unclear, long nowNanos) {
        if (unclear) {
            reach(message, attempt, Stage.FAILED, nowNanos);
        } else if (attempt.phase() == Phase.ANSWERED) {
            pending.oracle().answered(nowNanos);
            reach(message, attempt, Stage.ANSWERED, nowNanos);
        } else if (attempt.phase() == Phase.FAILED && attempt.cause() instanceof SocketTimeoutException) {
            // A slow service has not refused the message, but no answer will come on a connection that is closed.
            reach(message, attempt, Stage.FAILED, nowNanos);
        } else if (SequenceRefusedException.in(attempt.cause()) != null) {
            // The destination is alive, but will not acknowledge this transmission.
            pending.oracle().answered(nowNanos);
            reach(message, attempt, Stage.FAILED, nowNanos);
        } else if (attempt.phase() == Phase.FAILED) {
            failed(message, attempt, nowNanos);
        }
    }

    private void failed(Message<P> message, Attempt attempt, long nowNanos) {
        switch (attempt.reached()) {
            // The failure is our own and gives no information about the path.
            case PREPARING -> reach(message, attempt, Stage.FAILED, nowNanos);
            case CONNECTING -> notConnected(message, attempt, nowNanos);
            case RESPONDED -> {
                pending.oracle().failed(nowNanos, Stage.ANSWERED);
                reach(message, attempt, Stage.FAILED, nowNanos);
            }
            default -> {
                pending.oracle().failed(nowNanos, Stage.WRITTEN);
                reach(message, attempt, Stage.FAILED, nowNanos);
            }
        }
    }

    /**
     * Reports that an attempt has not connected. A failed handshake is a refusal, after which the next try waits; a
     * connection that was not set up goes on in its race.
     */
    private void notConnected(Message<P> message, Attempt attempt, long nowNanos) {
        if (attempt.cause() instanceof SSLException) {
            pending.oracle().failed(nowNanos, Stage.ANSWERED);
            reach(message, attempt, Stage.FAILED, nowNanos);
            return;
        }
        pending.oracle().failed(nowNanos, Stage.CONNECTING);
        if (message.transmissions() > 0 && message.stage() != Stage.CONNECTING) {
            reach(message, attempt, Stage.CONNECTING, nowNanos);
        }
    }

    private void reach(Message<P> message, Attempt attempt, Stage stage, long nowNanos) {
        if (message.transmissions() > 0 && isLast(message, attempt)) {
            pending.stage(message, stage, nowNanos);
        }
    }

    /** Returns whether the attempt is the last one of its message, which decides on the stage. Earlier ones may be in flight. */
    private static <P> boolean isLast(Message<P> message, Attempt attempt) {
        return message.attempts().last() == attempt;
    }
}
