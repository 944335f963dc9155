package io.github.restartoracle.benchmarks.lab.simulator;

import io.github.restartoracle.wsrm.attempt.Attempt;

/** The transport of a simulated path. Confined to one run. */
@FunctionalInterface
interface Courier {
    /**
     * An attempt begins now. Reports its phases to it, and to the run what is written, what arrives, what is lost, and what
     * acknowledgements come back.
     *
     * @param message the message, of which one more transmission has {@linkplain SimulatedMessage#begin begun}
     * @param attempt the attempt
     */
    void dispatch(SimulatedMessage message, Attempt attempt);
}
