package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.pending.SampleUse;

/** A message that was acknowledged for the first time, and what the acknowledgement was good for. */
record Settled(Outgoing message, int attempts, SampleUse use) {}
