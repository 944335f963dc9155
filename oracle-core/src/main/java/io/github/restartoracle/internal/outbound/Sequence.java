package io.github.restartoracle.internal.outbound;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.outbound.Message.Kind;
import io.github.restartoracle.internal.pending.Echo;
import io.github.restartoracle.internal.sequence.Resend;
import io.github.restartoracle.internal.sequence.SequenceState;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A source sequence on its path.
 *
 * <p>Thread-safe, by the lock of its path.
 */
public final class Sequence<P> {
    private final Path<P> path;
    private final SequenceState<Message<P>> state;

    private Sequence(Path<P> path, SequenceState<Message<P>> state) {
        this.path = path;
        this.state = state;
    }

    /**
     * Opens a sequence, which uses its path until it is closed.
     *
     * @param identifier the WS-RM identifier
     * @param inOrder true if the destination delivers in order
     * @param resend the messages that move to another sequence if the destination takes no part in this one any more
     * @return empty if the path is closed
     */
    public static <P> Optional<Sequence<P>> open(Path<P> path, String identifier, boolean inOrder, Resend resend) {
        return path.join()
                ? Optional.of(new Sequence<>(path, new SequenceState<>(identifier, inOrder, resend, path.habit)))
                : Optional.empty();
    }

    /** {@return the WS-RM identifier, as the destination gave it} */
    public String identifier() {
        return state.identifier();
    }

    /** {@return the path that the sequence uses until it is closed} */
    public Path<P> path() {
        return path;
    }

    /**
     * Creates a request of WS-RM itself. It is transmitted like any message until it may have arrived, ends with its answer
     * instead of an acknowledgement, and is not counted.
     *
     * @param number distinguishes it from other requests, 1 or more
     * @param bytes the size of a transmission, for the limits on bytes in flight
     * @param requester decides on the outcome
     * @return a message to be {@linkplain Path#add added} to the path
     */
    public Message<P> request(long number, P payload, long bytes, Requester requester) {
        return message(number, payload, bytes, Kind.REQUEST, requester);
    }

    /**
     * Creates a message that has its number.
     *
     * @param number the number in the sequence, 1 or more
     * @param bytes the size of a transmission, for the limits on bytes in flight
     * @param kind any but a request
     * @return a message to be {@linkplain Path#add added} to the path
     */
    public Message<P> message(long number, P payload, long bytes, Kind kind) {
        return message(number, payload, bytes, kind, null);
    }

    private Message<P> message(long number, P payload, long bytes, Kind kind, @Nullable Requester requester) {
        return new Message<>(path, payload, bytes, kind, requester).number(state, number);
    }

    /**
     * Gives a parked message its number: it is captured then.
     *
     * @param number the number in this sequence, 1 or more
     * @return false if the message is not parked any more, or the sequence was closed meanwhile
     */
    public boolean number(Message<P> message, long number) {
        return path.parking().number(message, state, number);
    }

    /** Records that the destination keeps its answers, and sends them again when their requests are restarted. */
    public void answersAreKept() {
        state.answersAreKept();
    }

    /** {@return true if the destination takes no part in the sequence any more} */
    public boolean isForsaken() {
        return state.isForsaken();
    }

    /** {@return the number of unacknowledged messages, 0 or more} */
    public int size() {
        return path.changes.read(state.messages()::size);
    }

    /** {@return the newest unacknowledged message with a number; empty if there is none} */
    public Optional<Message<P>> get(long number) {
        return path.changes.read(() -> Optional.ofNullable(state.messages().get(number)));
    }

    /** {@return the unacknowledged messages, a snapshot, in ascending order} */
    public List<Message<P>> messages() {
        return path.changes.read(state.messages()::ascending);
    }

    /** Applies an acknowledgement that is not final, of messages whose answer no caller awaits any more. */
    public Applied<P> acknowledge(
            long[] ranges, long highestSent, long arrivedNanos, long nowNanos, LongFunction<@Nullable Echo> echoes) {
        return acknowledge(ranges, false, highestSent, arrivedNanos, nowNanos, echoes, content -> false);
    }

    /**
     * Applies an acknowledgement.
     *
     * @param ranges lower and upper bounds in turn
     * @param isFinal true if the destination accepts no other message: those move to another sequence
     * @param highestSent the highest number that was sent
     * @param arrivedNanos the time when the acknowledgement arrived, for samples; earlier than now
     * @param echoes the echo of the transmission that arrived, by message number; null if the destination sent none
     * @param awaitsAnswer tells, for the content of an {@linkplain Message.Kind#AWAITED awaited} message, if its caller still
     *     waits: if {@linkplain #answersAreKept answers are kept}, the message stays until an acknowledgement comes with
     *     the answer or later
     * @return the messages acknowledged for the first time, and those that it covers without having been sent
     * @throws IllegalArgumentException if the acknowledgement is not sound; no state was changed
     */
    public Applied<P> acknowledge(
            long[] ranges,
            boolean isFinal,
            long highestSent,
            long arrivedNanos,
            long nowNanos,
            LongFunction<@Nullable Echo> echoes,
            Predicate<P> awaitsAnswer) {
        return path.changes.make(
                nowNanos,
                () -> path.acknowledging.apply(
                        state, ranges, isFinal, highestSent, arrivedNanos, nowNanos, echoes, awaitsAnswer));
    }

    /**
     * Notes that the answer to an attempt has brought an acknowledgement, which is applied. Messages that were answered well
     * before that attempt, and are not acknowledged, were not accepted; they are transmitted again soon.
     *
     * @param attempt an attempt of any message
     */
    public void acknowledgedInAnswerTo(Attempt attempt, long nowNanos) {
        path.changes.make(nowNanos, () -> path.acknowledging.acknowledgedInAnswerTo(state, attempt, nowNanos));
    }

    /**
     * Notes that the answer to a message has arrived: an acknowledgement of it that comes later, beside another answer, is
     * no reason to restart it.
     *
     * @param isAnswered tells it, by its content, from others of that number
     * @return true if it was acknowledged before and is kept for its answer, so that it is to be acknowledged once more
     */
    public boolean answered(long number, Predicate<P> isAnswered) {
        return path.changes.read(
                () -> state.messages().answered(number, message -> isAnswered.test(message.payload())));
    }

    /** Asks for an acknowledgement if it may be missing: a message was transmitted and is neither acknowledged nor given up. */
    public void ask(long nowNanos) {
        path.changes.make(
                nowNanos,
                () -> state.messages().ascending().stream()
                        .filter(message -> message.isUnresolved() && message.attemptsMade() > 0)
                        .findFirst()
                        .ifPresent(message -> path.transmissions.ask(message, nowNanos)));
    }

    /** Records that the destination delivers in order: its messages need not follow one another. */
    public void deliveredInOrder(long nowNanos) {
        path.changes.make(nowNanos, () -> path.loss.deliveredInOrder(state));
    }

    /** Records whether the destination keeps the order of callers itself: the messages of one may be under way together. */
    public void callersAreInOrder(boolean kept) {
        path.changes.read(() -> state.callerDepth().keptByDestination(kept));
    }

    /**
     * Records that the sequence is acknowledged in the answers to its transmissions. If several are answered without an
     * acknowledgement, its destination has forgotten it.
     */
    public void acknowledgedInAnswers() {
        path.changes.read(state.participation()::expectAcknowledgements);
    }

    /**
     * Records that a sequence was {@linkplain Act.Close closed}: its messages move to another one, or are given up if they may
     * have arrived and must not be delivered twice. Has no effect if a final acknowledgement came before.
     */
    public void closed(long nowNanos) {
        path.changes.make(nowNanos, () -> path.loss.closed(state, false, nowNanos));
    }

    /** Suspends its messages; calls that are made from now on are transmitted once. */
    public void suspend(long nowNanos) {
        path.changes.make(nowNanos, () -> path.suspension.suspend(state));
    }

    /** Resumes its messages; timeouts start again. */
    public void resume(long nowNanos) {
        path.changes.make(nowNanos, () -> path.suspension.resume(state, nowNanos));
    }

    /** Takes out and returns all messages, for an operator. The sequence ends if its destination would wait for them. */
    public List<Message<P>> purge(long nowNanos) {
        return path.changes.make(nowNanos, () -> {
            state.messages().ascending().forEach(path.ends::without);
            return drop(nowNanos);
        });
    }

    /** Takes out and returns all messages, in ascending order, without an acknowledgement, and closes the sequence. */
    public List<Message<P>> drop(long nowNanos) {
        return path.changes.make(nowNanos, () -> {
            List<Message<P>> all = state.removeAll();
            close();
            all.forEach(message -> path.removal.settle(message, nowNanos));
            return all;
        });
    }

    /**
     * Closes the sequence if no message of it is left and it is not suspended.
     *
     * @return true if it is closed then: a message that comes now belongs to a new object for the same sequence
     */
    public boolean closeIfIdle() {
        return path.changes.read(() -> {
            if (state.isIdle()) {
                close();
            }
            return state.isClosed();
        });
    }

    private void close() {
        if (!state.isClosed()) {
            state.close();
            path.left();
        }
    }
}
