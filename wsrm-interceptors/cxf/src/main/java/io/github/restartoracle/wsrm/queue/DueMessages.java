package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.pending.Due;
import io.github.restartoracle.pending.Pending;
import java.util.ArrayList;
import java.util.List;

/**
 * The messages whose timeout elapsed, in the order of the pending set; apart those that were transmitted often enough, or
 * have waited long enough.
 *
 * <p>Not thread-safe; confined to its path's lock.
 */
final class DueMessages implements Due<Outgoing> {
    final List<Outgoing> restarts = new ArrayList<>();
    final List<Outgoing> exhausted = new ArrayList<>();
    final List<Outgoing> overdue = new ArrayList<>();
    private final long nowNanos;
    private final long giveUpAfterNanos;

    /** A limit of 0 is none. */
    DueMessages(long nowNanos, long giveUpAfterNanos) {
        this.nowNanos = nowNanos;
        this.giveUpAfterNanos = giveUpAfterNanos;
    }

    @Override
    public void restart(Pending<Outgoing> pending) {
        throw new IllegalStateException("told without the time");
    }

    @Override
    public void restart(Pending<Outgoing> pending, long dueNanos) {
        Outgoing message = pending.message();
        if (giveUpAfterNanos > 0 && nowNanos - message.sinceNanos >= giveUpAfterNanos) {
            overdue.add(message);
            return;
        }
        message.dueNanos = dueNanos;
        restarts.add(message);
    }

    @Override
    public void giveUp(Pending<Outgoing> pending) {
        exhausted.add(pending.message());
    }
}
