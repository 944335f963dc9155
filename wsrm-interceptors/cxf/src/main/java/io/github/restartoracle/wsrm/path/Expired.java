package io.github.restartoracle.wsrm.path;

import io.github.restartoracle.oracle.Stage;
import io.github.restartoracle.pending.Due;
import io.github.restartoracle.pending.Pending;
import io.github.restartoracle.wsrm.attempt.Attempt;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The messages whose timeout elapsed, in the order of the pending set; apart those that were transmitted often enough, or
 * have waited long enough.
 *
 * <p>Not thread-safe; confined to the lock of its path.
 */
final class Expired<P> implements Due<Message<P>> {
    final List<Message<P>> elapsed = new ArrayList<>();
    final List<Message<P>> restarts = new ArrayList<>();
    final List<Message<P>> races = new ArrayList<>(0);
    private @Nullable Message<P> asking;
    final List<Message<P>> exhausted = new ArrayList<>();
    /** Messages that have waited for longer than is allowed, when a restart of them was due. */
    final List<Message<P>> overdue = new ArrayList<>();
    /** The same when a connection was due. */
    final List<Message<P>> unconnected = new ArrayList<>(0);

    private final long nowNanos;
    private final long giveUpAfterNanos;
    private final boolean staged;
    private long unansweredSinceNanos = Attempt.NEVER_STALE;

    /**
     * Nothing that has elapsed yet.
     *
     * @param giveUpAfterNanos 0 for no limit
     * @param staged whether the oracle knows of stages
     */
    Expired(long nowNanos, long giveUpAfterNanos, boolean staged) {
        this.nowNanos = nowNanos;
        this.staged = staged;
        this.giveUpAfterNanos = giveUpAfterNanos;
    }

    /** When the latest of the transmissions was dispatched that were not answered in time. */
    long unansweredSinceNanos() {
        return unansweredSinceNanos;
    }

    @Override
    public boolean isStalled(Pending<Message<P>> entry) {
        Message<P> message = entry.message();
        return message.isStalled(nowNanos)
                || (staged && entry.stage() == Stage.UNOBSERVED && message.mayStillLeave(nowNanos));
    }

    /** A message for whose sake the destination is to be asked; null if there is none. */
    @Nullable
    Message<P> asking() {
        return asking;
    }

    /**
     * While a message connects, nothing of it is on its way; it goes on trying. And what the next machine has got may only have to
     * wait for a slow service.
     */
    @Override
    public void elapsed(Pending<Message<P>> entry) {
        if (entry.stage() != Stage.CONNECTING && entry.stage() != Stage.RECEIVED) {
            elapsed.add(entry.message());
        }
    }

    @Override
    public void restart(Pending<Message<P>> entry) {
        restart(entry, nowNanos);
    }

    @Override
    public void restart(Pending<Message<P>> entry, long dueNanos) {
        Message<P> message = entry.message();
        unansweredSinceNanos = Attempt.later(unansweredSinceNanos, entry.dispatchedBefore());
        if (isOverdue(message)) {
            overdue.add(message);
        } else {
            message.restartDue(dueNanos);
            restarts.add(message);
            elapsed.add(message);
        }
    }

    /** The attempt that is replaced ends at once, with all that is not yet sent, unless it may bring an awaited answer. */
    @Override
    public void replace(Pending<Message<P>> entry, long dueNanos) {
        Attempt last = entry.message().lastAttempt();
        if (last != null && !entry.message().callerWaits()) {
            last.abandonIfStoppable();
        }
        restart(entry, dueNanos);
    }

    @Override
    public void race(Pending<Message<P>> entry) {
        Message<P> message = entry.message();
        if (isOverdue(message)) {
            unconnected.add(message);
        } else {
            races.add(message);
        }
    }

    @Override
    public void ask(Pending<Message<P>> entry) {
        if (entry.message().isNumbered() && !entry.message().isRequest()) {
            asking = entry.message();
        }
    }

    private boolean isOverdue(Message<P> message) {
        return giveUpAfterNanos > 0 && nowNanos - message.sinceNanos() >= giveUpAfterNanos;
    }

    @Override
    public void giveUp(Pending<Message<P>> entry) {
        exhausted.add(entry.message());
    }
}
