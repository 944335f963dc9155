package io.github.restartoracle.wsrm.queue;

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
}
