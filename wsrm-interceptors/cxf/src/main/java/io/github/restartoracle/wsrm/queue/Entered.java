package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.attempt.ByteBudget;
import io.github.restartoracle.outbound.Message;
import io.github.restartoracle.outbound.Path;
import io.github.restartoracle.outbound.Sequence;
import io.github.restartoracle.wsrm.capture.Template;

/**
 * A message that was added to its path.
 *
 * @param sequence the sequence in which it has its number
 * @param message the message
 */
record Entered(Sequence<Template> sequence, Message<Template> message) {
    Path<Template> path() {
        return sequence.path();
    }

    /** Returns the time on the clock of the path. */
    long now() {
        return path().resources().nowNanos();
    }

    /** Gives the message the number under which it was stored; returns whether it differs from the one it was written under. */
    boolean renumber(long number) {
        boolean moved = message.number() != number;
        if (moved) {
            path().renumber(message, number);
        }
        return moved;
    }

    /**
     * Takes memory for a message that is going to be added to a path.
     *
     * @throws IllegalStateException if there is none
     */
    static void reserve(Path<Template> path, Template template) {
        ByteBudget budget = path.resources().messages();
        if (!template.reserve(budget)) {
            throw new IllegalStateException("the unacknowledged messages of " + path.name() + " take " + budget.used()
                    + " bytes of memory; the limit for all paths is " + budget.limit() + " (max-pending-bytes)");
        }
    }
}
