package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.pending.Echo;
import io.github.restartoracle.pending.Pending;
import io.github.restartoracle.pending.PendingSet;
import io.github.restartoracle.pending.SampleUse;
import io.github.restartoracle.wsrm.event.Delivery;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the oracle of a path may learn from acknowledgements.
 *
 * <p>Not thread-safe; confined to its path's lock.
 */
final class Samples {
    private final PendingSet<Outgoing> pending;
    private final GuardedOracle oracle;
    private final Map<SampleUse, Long> counts = new EnumMap<>(SampleUse.class);

    Samples(PendingSet<Outgoing> pending, GuardedOracle oracle) {
        this.pending = pending;
        this.oracle = oracle;
    }

    /** A message was acknowledged: the oracle gets the sample, if there is one, and the message is no longer pending. */
    Delivery take(Outgoing message, long nowNanos, @Nullable Echo echo) {
        int attempts = message.attemptsMade();
        SampleUse use = use(message, nowNanos, echo);
        counts.merge(use, 1L, Long::sum);
        int arrived = use == SampleUse.EXACT && echo != null ? echo.attempt() : 0;
        return new Delivery(
                message.id(),
                message.sequence.path.endpoint,
                message.sequence.path.address,
                attempts,
                arrived,
                use,
                message.firstDueKnown ? Math.max(0, nowNanos - message.firstDueNanos) : -1,
                arrived > 0 || use == SampleUse.UNAMBIGUOUS ? oracle.lastRttNanos() : -1);
    }

    private SampleUse use(Outgoing message, long nowNanos, @Nullable Echo echo) {
        boolean withheld = message.sequence.mayHaveBeenWithheld(message, nowNanos);
        Pending<Outgoing> entry = message.pending;
        if (entry == null) {
            return SampleUse.NONE;
        }
        if (echo == null && !withheld) {
            return pending.acknowledge(entry, nowNanos);
        }
        // The dispatch times of transmissions before a retry are gone.
        boolean ofEarlier = echo != null && echo.attempt() >= 1 && echo.attempt() <= message.earlierAttempts;
        if (echo == null || ofEarlier) {
            pending.remove(entry);
            return SampleUse.NONE;
        }
        Echo own = message.earlierAttempts == 0
                ? echo
                : new Echo(Math.max(0, echo.attempt() - message.earlierAttempts), echo.heldNanos());
        return pending.acknowledge(entry, nowNanos, own);
    }

    Map<SampleUse, Long> counts() {
        return Map.copyOf(counts);
    }
}
