package io.github.restartoracle.outbound;

import io.github.restartoracle.attempt.Attempt;
import io.github.restartoracle.oracle.Stage;
import io.github.restartoracle.pending.Due;
import io.github.restartoracle.pending.Pending;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The messages whose timeout elapsed, in the order of the pending set. Messages that were transmitted often enough, or have
 * waited long enough, are listed apart.
 *
 * <p>Not thread-safe; confined to the lock of its path.
 */
final class Expired<P> implements Due<Message<P>> {
    final List<Message<P>> elapsed = new ArrayList<>();
    final List<Message<P>> restarts = new ArrayList<>();
    final List<Message<P>> races = new ArrayList<>(0);
    private @Nullable Message<P> asking;
    final List<Message<P>> exhausted = new ArrayList<>();
    /** Messages whose restart was due when they had waited for longer than is allowed. */
    final List<Message<P>> overdue = new ArrayList<>();
    /** Messages whose next connection was due, or whose answer came, when they had waited for longer than is allowed. */
    final List<Message<P>> late = new ArrayList<>(0);

    private final long nowNanos;
    private final long giveUpAfterNanos;
    private final boolean staged;
    private long unansweredSinceNanos = Attempt.NEVER_STALE;

    /**
     * Creates empty lists.
     *
     * @param giveUpAfterNanos 0 for no limit
     * @param staged true if the oracle knows of stages
     */
    Expired(long nowNanos, long giveUpAfterNanos, boolean staged) {
        this.nowNanos = nowNanos;
        this.staged = staged;
        this.giveUpAfterNanos = giveUpAfterNanos;
    }

    /** Returns the dispatch time of the latest transmission that was not answered in time. */
    long unansweredSinceNanos() {
        return unansweredSinceNanos;
    }

    /**
     * Keeps the copies that the oracle allows for messages that can use them. In order, those behind one that is not
     * acknowledged wait for it.
     */
    @Override
    public boolean isStalled(Pending<Message<P>> entry) {
        Message<P> message = entry.message();
        if (entry.stage() == Stage.ANSWERED && isOverdue(message)) {
            late.add(message);
            return true;
        }
        Message<P> lowest = entry.stage() == Stage.ANSWERED ? message.sequence().lowest() : null;
        return message.isStalled(nowNanos)
                || (lowest != null && lowest != message)
                || (staged && entry.stage() == Stage.UNOBSERVED && message.mayStillLeave(nowNanos));
    }

    /** Returns the message whose sequence the destination is to be asked about; null if there is none. */
    @Nullable
    Message<P> asking() {
        return asking;
    }

    /**
     * Adds a message, except in two stages. A message that connects has no byte in flight, and goes on trying. A message
     * that the next machine has received may only have to wait for a slow service.
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

    /** Ends the replaced attempt at once, with all bytes that are not sent yet, unless it may bring an awaited answer. */
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
            late.add(message);
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
