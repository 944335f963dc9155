package io.github.restartoracle.benchmarks.lab.simulator;

import io.github.restartoracle.internal.attempt.Attempt;

/** The transport of a simulated path. Confined to one run. */
@FunctionalInterface
interface Courier {
    /**
     * Begins an attempt. The transport reports the phases to the attempt. It reports writes, arrivals, losses and
     * acknowledgements to the run.
     *
     * @param message the message, of which one more transmission has {@linkplain SimulatedMessage#begin begun}
     * @param attempt the attempt
     */
    void dispatch(SimulatedMessage message, Attempt attempt);
}
