package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.wsrm.capture.Template;
import io.github.restartoracle.wsrm.path.Message;
import io.github.restartoracle.wsrm.path.Path;
import io.github.restartoracle.wsrm.path.Sequence;

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
}
