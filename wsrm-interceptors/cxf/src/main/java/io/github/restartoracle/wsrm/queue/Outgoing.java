package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.pending.Pending;
import io.github.restartoracle.wsrm.attempt.Attempt;
import io.github.restartoracle.wsrm.attempt.Phase;
import io.github.restartoracle.wsrm.event.MessageId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A message that is not acknowledged yet.
 *
 * <p>Not thread-safe; confined to its path's lock, but for the final fields.
 */
final class Outgoing {
    final OutboundSequence sequence;
    final long number;
    final Template template;
    /** Whether the first transmission is made by the chain that captured the message, because a caller waits for it. */
    final boolean inPlace;

    /** What makes its first transmission if that leaves at once; a template makes all others. */
    final AtomicReference<@Nullable RestOfChain> rest = new AtomicReference<>();

    /** Its place among the pending messages of the path; null until the first transmission leaves. */
    @Nullable
    Pending<Outgoing> pending;

    /** Transmissions before the message was given up and retried; the pending set knows only the later ones. */
    int earlierAttempts;

    /** The how-manieth message of its sequence it is; tells messages with the same number apart. */
    long order;

    /** The attempts under way, oldest first; nearly always none or one. */
    final List<Attempt> attempts = new ArrayList<>(1);

    /** Another message that was given the same number, which CXF does in some two-way calls. */
    @Nullable
    Outgoing sameNumber;

    /** A transmission is due but has to wait for another to end; if it is a restart, also for the end of a suspension. */
    boolean waiting;

    /** Its only transmission is made where the queue sees nothing of it: as the answer on the connection of a request. */
    boolean unseen;

    /** When the transmission that waits, or is about to leave, was due. */
    long dueNanos;

    /** When its first transmission was due; known if it was made in this life, and seen. */
    long firstDueNanos;

    boolean firstDueKnown;

    /** From when it may wait so long before it is given up: since it was first due, recovered, or tried again. */
    long sinceNanos;

    /** Acknowledged, purged or stopped: nothing more is transmitted. */
    boolean settled;

    /** Why nothing more is transmitted although no acknowledgement came. */
    @Nullable
    String givenUp;

    Outgoing(OutboundSequence sequence, long number, Template template, boolean inPlace) {
        this.sequence = sequence;
        this.number = number;
        this.template = template;
        this.inPlace = inPlace;
    }

    void firstDue(long nowNanos) {
        dueNanos = nowNanos;
        firstDueNanos = nowNanos;
        firstDueKnown = true;
        sinceNanos = nowNanos;
    }

    void discardRest() {
        RestOfChain.discard(rest.getAndSet(null));
    }

    MessageId id() {
        return new MessageId(sequence.identifier, number);
    }

    /** Whether a destination that acknowledges the message may speak the truth. */
    boolean mayHaveLeft() {
        return unseen || attemptsMade() > 0;
    }

    int attemptsMade() {
        return earlierAttempts + (pending == null ? 0 : pending.attempts());
    }

    /** Whether it can be acknowledged or given up, and is neither. */
    boolean isUnresolved() {
        return givenUp == null && !unseen;
    }

    /** Whether its first transmission is still to leave, or under way and not written; in place, its caller waits. */
    boolean isLeaving() {
        if (inPlace || sequence.suspended || !isUnresolved()) {
            return false;
        }
        return attemptsMade() == 0
                || (attemptsMade() == 1
                        && attempts.stream().anyMatch(attempt -> attempt.phase().compareTo(Phase.WRITTEN) < 0));
    }
}
