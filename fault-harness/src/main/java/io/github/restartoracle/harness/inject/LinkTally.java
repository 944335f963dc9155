package io.github.restartoracle.harness.inject;

import java.util.concurrent.atomic.LongAdder;

/** The counters behind {@link LinkCounters}. Thread-safe. */
final class LinkTally {
    final LongAdder accepted = new LongAdder();
    final LongAdder held = new LongAdder();
    final LongAdder established = new LongAdder();
    final LongAdder abandoned = new LongAdder();
    final LongAdder givenUp = new LongAdder();
    final LongAdder refused = new LongAdder();
    final LongAdder reset = new LongAdder();
    final LongAdder handshakeRetries = new LongAdder();
    final LongAdder retransmissions = new LongAdder();
    final LongAdder bytesForward = new LongAdder();
    final LongAdder bytesBackward = new LongAdder();

    LinkCounters snapshot() {
        return new LinkCounters(
                accepted.sum(),
                held.sum(),
                established.sum(),
                abandoned.sum(),
                givenUp.sum(),
                refused.sum(),
                reset.sum(),
                handshakeRetries.sum(),
                retransmissions.sum(),
                bytesForward.sum(),
                bytesBackward.sum());
    }
}
