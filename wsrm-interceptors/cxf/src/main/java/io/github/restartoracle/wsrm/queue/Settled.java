package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.pending.SampleUse;
import io.github.restartoracle.wsrm.event.Delivery;

/** A message that was acknowledged for the first time, and what the acknowledgement told. */
record Settled(Outgoing message, Delivery delivery) {
    int attempts() {
        return delivery.attempts();
    }

    SampleUse use() {
        return delivery.use();
    }
}
