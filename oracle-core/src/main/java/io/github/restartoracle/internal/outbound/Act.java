package io.github.restartoracle.internal.outbound;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.window.SharedWindow;
import java.util.List;

/**
 * An act that follows from a change of a path. Acts are carried out in their order, one at a time, after the lock of the path
 * was released. Whoever carries out an act must return at once.
 */
public sealed interface Act<P> {
    /**
     * The transmission of a message by a thread that may block, which reports its progress through the attempt.
     *
     * @param attempt its attempt, on which no work was done yet
     * @param dueNanos when the transmission was due
     */
    record Transmit<P>(Message<P> message, Attempt attempt, long dueNanos) implements Act<P> {}

    /**
     * A request for an acknowledgement of the sequence of a message, by a thread that may block. If it is not possible, the
     * attempt is abandoned.
     *
     * @param message the message, of which no byte is transmitted
     * @param attempt the attempt of the request
     */
    record Ask<P>(Message<P> message, Attempt attempt) implements Act<P> {}

    /**
     * A wake-up: {@link Path#expire} follows.
     *
     * @param delayNanos nanoseconds from now
     */
    record WakeUp<P>(long delayNanos) implements Act<P> {}

    /**
     * The end of the wait of another path for room in the window that both share.
     *
     * @param claim the wait, whose action is to be run
     */
    record PassOnRoom<P>(SharedWindow.Claim claim) implements Act<P> {}

    /**
     * The report of a message that was given up.
     *
     * @param attempts the number of transmissions that were dispatched
     * @param reason the reason, for a person to read
     */
    record TellGivenUp<P>(Message<P> message, int attempts, String reason) implements Act<P> {}

    /**
     * The report of a request of WS-RM itself that was given up.
     *
     * @param requester decides on its outcome
     * @param attempts the number of transmissions that were dispatched
     * @param reason the reason, for a person to read
     */
    record TellRequester<P>(Requester requester, int attempts, String reason) implements Act<P> {}

    /**
     * The report of the first exception of the oracle, whose last good timeout stays in use.
     *
     * @param mistake the exception
     */
    record TellMistake<P>(Throwable mistake) implements Act<P> {}

    /**
     * The end of a sequence without a message for which its destination would wait: it is closed. The other messages wait until
     * it is {@linkplain Sequence#closed closed}; further messages go into a new one, behind them.
     *
     * @param gap the message that was given up
     */
    record Close<P>(Message<P> gap) implements Act<P> {}

    /**
     * The end of a sequence in which the destination takes no part any more: further messages go into a new one, behind those
     * that move. Comes before {@link TellGivenUp}, so that a listener that calls again does so in a new sequence.
     *
     * @param any a message of the sequence
     * @param reason the reason, for a person to read
     * @param moved the messages that wait for another sequence, in the order of their numbers
     * @param lost the messages that are given up
     */
    record Leave<P>(Message<P> any, String reason, List<Message<P>> moved, List<Message<P>> lost) implements Act<P> {}

    /**
     * The end of a sequence of which a store has {@linkplain Message#isKept kept} messages that were taken out.
     *
     * @param kept the messages, which are removed from the store
     */
    record Forget<P>(List<Message<P>> kept) implements Act<P> {}

    /** The end of a client that is closed: nothing needs its sequences any more. */
    record EndClient<P>(ClientLife client) implements Act<P> {}

    /**
     * The wait of messages without a number for a sequence.
     *
     * @param messages in the order in which they get their numbers
     */
    record Park<P>(List<Message<P>> messages) implements Act<P> {}
}
