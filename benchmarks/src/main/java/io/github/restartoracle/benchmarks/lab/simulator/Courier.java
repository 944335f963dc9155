package io.github.restartoracle.benchmarks.lab.simulator;

/** Carries attempts to the destination and acknowledgements back. Confined to one run. */
@FunctionalInterface
interface Courier {
    /**
     * An attempt leaves now. Tells the run when it arrives, when it is lost, and what acknowledgements come back.
     *
     * @param message the message
     * @param attempt its number
     */
    void dispatch(SimulatedMessage message, int attempt);
}
