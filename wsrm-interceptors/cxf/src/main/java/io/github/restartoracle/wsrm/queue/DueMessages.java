package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.pending.Due;
import io.github.restartoracle.pending.Pending;
import java.util.ArrayList;
import java.util.List;

/**
 * The messages whose timeout elapsed, in the order of the pending set.
 *
 * <p>Not thread-safe; confined to its path's lock.
 */
final class DueMessages implements Due<Outgoing> {
    final List<Outgoing> restarts = new ArrayList<>();
    final List<Outgoing> exhausted = new ArrayList<>();

    @Override
    public void restart(Pending<Outgoing> pending) {
        throw new IllegalStateException("told without the time");
    }

    @Override
    public void restart(Pending<Outgoing> pending, long dueNanos) {
        Outgoing message = pending.message();
        message.dueNanos = dueNanos;
        restarts.add(message);
    }

    @Override
    public void giveUp(Pending<Outgoing> pending) {
        exhausted.add(pending.message());
    }
}
