package io.github.restartoracle.benchmarks.lab.simulator;

import io.github.restartoracle.pending.Echo;
import org.jspecify.annotations.Nullable;

/**
 * The source of a simulated run: it decides when messages are transmitted, and nothing else. What a transmission meets on
 * its way is up to the run and its {@link Courier}. Confined to one run.
 */
interface SimulatedSource {
    /** The run, as its source sees it. */
    interface Transmissions {
        /** Makes the next transmission of a message, now. */
        void dispatch(SimulatedMessage message);

        /** No more transmissions of a message will be made. */
        void settled(SimulatedMessage message);
    }

    /** A message is due for the first time. */
    void due(SimulatedMessage message, long nowNanos);

    /** When the source has something to do next, if nothing happens before; {@link VirtualTime#NEVER} for never. */
    long nextNanos(long nowNanos);

    /** The time of {@link #nextNanos} has come. */
    void elapse(long nowNanos);

    /** A message is acknowledged for the first time; with an echo the source learns which transmission arrived. */
    void acknowledged(SimulatedMessage message, @Nullable Echo echo, long nowNanos);

    /** An attempt is over: it has arrived, or it is lost. */
    void attemptOver();

    /** How many messages wait for their acknowledgement. */
    int waiting();
}
