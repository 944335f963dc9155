package io.github.restartoracle.internal.inbound;

/**
 * An act that follows from an event. Acts are carried out in their order, after the lock of the sequence was released. An
 * act that takes time reports its end as a further event.
 */
public sealed interface Act<P> {
    /** An act by a thread that may block. {@link Inbound#postponed} follows if it cannot be carried out. */
    sealed interface Work<P> extends Act<P> {
        /** {@return the message} */
        Received<P> message();

        /** Returns the work that has begun on a message. */
        static <P> Work<P> on(Received<P> message) {
            return switch (message.state()) {
                case NOTING -> new Note<>(message);
                case GIVING_UP -> new GiveUp<>(message);
                default -> new Deliver<>(message);
            };
        }
    }

    /**
     * The delivery of a message; {@link Inbound#ended} follows.
     *
     * @param message RUNNING
     */
    record Deliver<P>(Received<P> message) implements Work<P> {}

    /**
     * The noting that a message was delivered; {@link Inbound#leave} follows.
     *
     * @param message NOTING
     */
    record Note<P>(Received<P> message) implements Work<P> {}

    /**
     * The noting that a message is given up; {@link Inbound#givenUp} follows.
     *
     * @param message GIVING_UP
     */
    record GiveUp<P>(Received<P> message) implements Work<P> {}

    /**
     * The release of the resources of a message that is GONE.
     *
     * @param message it has left
     * @param end the way in which it left
     */
    record Release<P>(Received<P> message, End end) implements Act<P> {}

    /**
     * The listing of a message for operators.
     *
     * @param message GIVEN_UP
     */
    record ListGivenUp<P>(Received<P> message) implements Act<P> {}

    /**
     * The resumption of a request that has waited.
     *
     * @param request as it was given to {@link WaitingRequests#add}
     */
    record Resume<P>(Runnable request) implements Act<P> {}

    /**
     * A check at a time, unless an earlier one is still to come: {@link Inbound#look} follows.
     *
     * @param nanos the time, which may have passed
     */
    record LookAt<P>(long nanos) implements Act<P> {}

    /** The ways in which a message leaves. */
    enum End {
        /** No work is left for it. */
        SETTLED,
        /** It was not accepted after all. */
        REJECTED,
        /** It does not, or no longer, belong to this process. */
        ABANDONED
    }
}
