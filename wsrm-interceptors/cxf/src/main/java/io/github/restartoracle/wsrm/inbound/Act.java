package io.github.restartoracle.wsrm.inbound;

/**
 * What is to be done after an event. Acts are carried out in their order, after the lock of the sequence is left; those that take
 * time tell their end as a further event.
 *
 * @param <P> the content of a message
 */
public sealed interface Act<P> {
    /**
     * An act of a thread that may block. {@link Inbound#postponed} follows if it cannot be carried out.
     *
     * @param <P> the content of a message
     */
    sealed interface Work<P> extends Act<P> {
        /** {@return the message} */
        Received<P> message();
    }

    /**
     * Deliver the message; then {@link Inbound#ended}.
     *
     * @param message RUNNING
     */
    record Deliver<P>(Received<P> message) implements Work<P> {}

    /**
     * Note that the message was delivered; then {@link Inbound#leave}.
     *
     * @param message NOTING
     */
    record Note<P>(Received<P> message) implements Work<P> {}

    /**
     * Note that the message is given up; then {@link Inbound#givenUp}.
     *
     * @param message GIVING_UP
     */
    record GiveUp<P>(Received<P> message) implements Work<P> {}

    /**
     * Free what was kept for a message that is GONE.
     *
     * @param message it has left
     * @param end the way in which it left
     */
    record Release<P>(Received<P> message, End end) implements Act<P> {}

    /**
     * List the message for operators.
     *
     * @param message GIVEN_UP
     */
    record ListGivenUp<P>(Received<P> message) implements Act<P> {}

    /**
     * Go on with a request that has waited.
     *
     * @param request as it was given to {@link Inbound#await}
     */
    record Resume<P>(Runnable request) implements Act<P> {}

    /** The ways in which a message leaves. */
    enum End {
        /** Nothing is left to be done with it. */
        SETTLED,
        /** It was not accepted after all. */
        REJECTED,
        /** It is not, or no longer, this process's to deliver. */
        ABANDONED
    }
}
