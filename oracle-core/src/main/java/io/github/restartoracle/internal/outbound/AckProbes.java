package io.github.restartoracle.internal.outbound;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.AttemptListener;
import io.github.restartoracle.internal.attempt.ConnectionReuse;
import io.github.restartoracle.internal.attempt.PathResources;
import io.github.restartoracle.internal.attempt.Phase;
import io.github.restartoracle.internal.attempt.SequenceRefusedException;
import io.github.restartoracle.internal.attempt.SequenceRefusedException.Code;
import io.github.restartoracle.oracle.PathOracle;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The requests for acknowledgements that are in flight without a message. Each uses a connection of its own, so that its
 * answer tells whether the path is up. A new request replaces the oldest one.
 *
 * <p>Not thread-safe; confined to the lock of its path.
 */
final class AckProbes<P> {
    private static final int MOST = 4;

    private final PathResources resources;
    private final Changes<P> changes;
    private final PathOracle oracle;
    private final Refused<P> refused;
    private final Deque<Attempt> underWay = new ArrayDeque<>(0);

    /** Told, under the lock of the path, that the destination refuses the sequence of a message. */
    interface Refused<P> {
        void refused(Message<P> message, Code code, @Nullable Throwable cause, long sentNanos, long nowNanos);
    }

    AckProbes(PathResources resources, Changes<P> changes, PathOracle oracle, Refused<P> refused) {
        this.resources = resources;
        this.changes = changes;
        this.oracle = oracle;
        this.refused = refused;
    }

    /** Asks for an acknowledgement of the sequence of the message. */
    void ask(Message<P> message, long nowNanos) {
        while (underWay.size() >= MOST) {
            underWay.remove().abandon();
        }
        Attempt attempt = new Attempt(1, nowNanos, resources, ConnectionReuse.NONE, new Progress(message));
        underWay.add(attempt);
        changes.act(new Act.Ask<>(message, attempt));
    }

    /** Reports to the oracle. An attempt that is abandoned under the lock of the path reports under that lock. */
    private final class Progress implements AttemptListener {
        private final Message<P> message;
        private boolean written;

        Progress(Message<P> message) {
            this.message = message;
        }

        @Override
        public void advanced(Attempt attempt, Phase phase, long nowNanos) {
            if (phase.mayHaveArrived() && !written) {
                written = true;
                changes.make(nowNanos, () -> oracle.asked(nowNanos));
            }
        }

        @Override
        public void connected(Attempt attempt, long nowNanos, long tookNanos) {
            changes.make(nowNanos, () -> oracle.connected(nowNanos, tookNanos));
        }

        @Override
        public void ended(Attempt attempt, long nowNanos) {
            changes.make(nowNanos, () -> {
                underWay.remove(attempt);
                Code refusal = SequenceRefusedException.in(attempt.cause());
                if (attempt.phase() == Phase.ANSWERED || refusal != null) {
                    oracle.askAnswered(nowNanos);
                    List.copyOf(underWay).forEach(Attempt::abandon);
                }
                if (refusal != null) {
                    refused.refused(message, refusal, attempt.cause(), attempt.dispatchedNanos(), nowNanos);
                }
            });
        }
    }
}
