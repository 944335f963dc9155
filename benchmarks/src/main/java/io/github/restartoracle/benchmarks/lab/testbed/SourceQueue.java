package io.github.restartoracle.benchmarks.lab.testbed;

/** The queue that restarts the messages of a source: ours, or another with which it is compared. */
interface SourceQueue {
    /** Makes a call of the warm-up. */
    default void warmUp(Runnable call) {
        call.run();
    }

    /**
     * Makes the call for a message when it is due, in a way that does not delay the next message.
     *
     * @param message its number, 1 or more
     * @param call sends it
     */
    void call(long message, Runnable call);

    /** {@return the number of messages that were handed over, are not acknowledged and not given up} */
    int outstanding();

    /** {@return the number of transmissions that were dispatched and have not ended, as far as can be known} */
    int attemptsUnderWay();

    /** Ends the threads of the queue that do not end with its bus. */
    default void close() {}
}
