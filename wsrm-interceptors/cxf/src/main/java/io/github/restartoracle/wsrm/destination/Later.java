package io.github.restartoracle.wsrm.destination;

/** Runs short tasks after a time. Thread-safe. */
@FunctionalInterface
interface Later {
    /**
     * Runs a task once, unless the bus is shut down before.
     *
     * @param nanos after which it runs; zero or less for as soon as possible
     * @param task must not block
     */
    void in(long nanos, Runnable task);
}
