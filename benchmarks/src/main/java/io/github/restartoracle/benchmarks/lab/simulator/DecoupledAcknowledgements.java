package io.github.restartoracle.benchmarks.lab.simulator;

import io.github.restartoracle.benchmarks.lab.simulator.SimulatedArrivals.Acknowledgement;
import io.github.restartoracle.benchmarks.lab.simulator.net.KeyedRandom;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.ConversationListener;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.Dialogue;
import java.time.Duration;

/**
 * The acknowledgements of a destination that collects them for a while, and then opens a separate connection for them. Not
 * thread-safe.
 */
final class DecoupledAcknowledgements {
    private final SimulatedRun run;
    private final long afterNanos;
    private final Dialogue exchange;
    private boolean scheduled;
    private long sent;

    DecoupledAcknowledgements(SimulatedRun run, Duration after, int answerBytes) {
        this.run = run;
        this.afterNanos = after.toNanos();
        this.exchange = Dialogue.http(run.settings.answerBytes(), answerBytes, Duration.ZERO);
    }

    /** Notes that there is an arrival to acknowledge. */
    void arrived() {
        if (!scheduled) {
            scheduled = true;
            run.time.at(run.time.nowNanos() + afterNanos, now -> send());
        }
    }

    private void send() {
        scheduled = false;
        Acknowledgement written = run.acknowledgement(0);
        // Key 0 is free, because the keys of messages begin at 1.
        long key = KeyedRandom.of(KeyedRandom.of(run.key, 0), sent++);
        run.network.open(exchange, false, key, new ConversationListener() {
            @Override
            public void turnHeard(int turn, long nowNanos) {
                if (turn == 0) {
                    run.acknowledged(written);
                }
            }

            @Override
            public void failed(long nowNanos) {
                // The next acknowledgement contains this one.
            }
        });
    }
}
