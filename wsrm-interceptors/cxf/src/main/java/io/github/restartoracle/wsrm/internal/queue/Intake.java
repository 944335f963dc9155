package io.github.restartoracle.wsrm.internal.queue;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.Phase;
import io.github.restartoracle.internal.outbound.Message;
import io.github.restartoracle.internal.outbound.Message.Kind;
import io.github.restartoracle.internal.outbound.MessageState;
import io.github.restartoracle.internal.outbound.Path;
import io.github.restartoracle.wsrm.internal.capture.ReliableCalls;
import io.github.restartoracle.wsrm.internal.capture.Template;
import io.github.restartoracle.wsrm.internal.capture.TemplateSender;
import io.github.restartoracle.wsrm.internal.conduit.AttemptExchange;
import io.github.restartoracle.wsrm.internal.runtime.ChainStep;
import io.github.restartoracle.wsrm.internal.sequence.CurrentSequence;
import io.github.restartoracle.wsrm.recovery.SequenceTakenException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMException;
import org.jspecify.annotations.Nullable;

/**
 * Takes messages with a number into the queue: calls that were captured, and the messages that CXF captures or recovers.
 *
 * <p>The path keeps the calls of a thread in order, two-way calls among them. On a link that answers within
 * {@value #PATIENCE_MILLIS} ms, a call waits until the call before it in the same thread was answered. Then its own chain
 * can make the transmission, and a thread that calls without a pause does not pile up messages. On a slower link a call
 * does not wait.
 *
 * <p>Thread-safe.
 */
final class Intake implements ReliableCalls {
    private static final int PATIENCE_MILLIS = 10;

    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);

    /** The last first transmission that the thread made, on any bus. */
    private static final ThreadLocal<@Nullable Attempt> FORMER = new ThreadLocal<>();

    private final CurrentSequence current;
    private final SequenceQueues numbers;
    private final OutboundSequences sequences;
    private final ClientEnds ends;
    private final Paths paths;
    private final StoredMessages stored;
    private final Sending sending;
    private final WaitingCalls waiting;

    Intake(
            CurrentSequence current,
            SequenceQueues numbers,
            OutboundSequences sequences,
            ClientEnds ends,
            Paths paths,
            StoredMessages stored,
            Sending sending,
            WaitingCalls waiting) {
        this.current = current;
        this.numbers = numbers;
        this.sequences = sequences;
        this.ends = ends;
        this.paths = paths;
        this.stored = stored;
        this.sending = sending;
        this.waiting = waiting;
    }

    @Override
    public boolean number(org.apache.cxf.message.Message message) throws RMException {
        // Its sequence may have to be created on the path, which is to have the settings that CXF has for the call.
        paths.use(message, path -> path);
        ends.making(message);
        boolean tried = false;
        try {
            boolean numbered = numbers.number(message);
            tried = true;
            return numbered;
        } finally {
            if (!tried) {
                ends.made(message);
            }
        }
    }

    @Override
    public void failed(org.apache.cxf.message.Message message) {
        current.release(message);
        ends.made(message);
    }

    @Override
    public Optional<Attempt> captured(
            org.apache.cxf.message.Message message, Template template, boolean numbered, boolean transmitsHere) {
        Optional<Attempt> attempt = take(message, template, numbered, transmitsHere);
        ends.made(message);
        return attempt;
    }

    private Optional<Attempt> take(
            org.apache.cxf.message.Message message, Template template, boolean numbered, boolean transmitsHere) {
        if (!numbered) {
            waiting.park(message, template);
            return Optional.empty();
        }
        boolean oneWay = message.getExchange().isOneWay();
        Kind awaited = transmitsHere ? Kind.AWAITED : Kind.AWAITED_IN_TURN;
        Message<Template> captured = add(message, template, oneWay ? Kind.ONE_WAY : awaited, true);
        Path<Template> path = captured.path();
        boolean moved = store(message, captured);
        sending.accept(message, captured);
        if (moved) {
            // It was written under another number.
            sending.transmit(captured);
            return Optional.empty();
        }
        if (!oneWay && !transmitsHere) {
            Optional<Attempt> attempt = path.transmitInTurn(captured, paths.nowNanos());
            attempt.ifPresent(first -> {
                AttemptExchange.separate(message);
                followInPlace(message, captured, first);
            });
            return attempt;
        }
        if (!transmitsHere) {
            sending.transmit(captured);
            return Optional.empty();
        }
        awaitFormer(path);
        Optional<Attempt> attempt = path.transmit(captured, paths.nowNanos());
        attempt.ifPresent(first -> {
            if (oneWay) {
                FORMER.set(first);
            } else {
                followAwaited(message, captured, first);
            }
            sending.dispatched(captured, first, first.dispatchedNanos());
        });
        return attempt;
    }

    /** Waits for the last transmission of the thread, unless an answer on the link is overdue. */
    private void awaitFormer(Path<Template> path) {
        Attempt last = FORMER.get();
        if (last == null) {
            return;
        }
        FORMER.remove();
        if (last.resources().equals(path.resources()) && !last.phase().ended()) {
            long leftNanos = PATIENCE_NANOS - path.longestInFlightNanos(paths.nowNanos());
            if (leftNanos > 0) {
                last.awaitEnd(leftNanos);
            }
        }
    }

    /**
     * Adds a message that has its number.
     *
     * @param limited true if it may be refused because of the limit on bytes
     */
    Message<Template> add(org.apache.cxf.message.Message message, Template template, Kind kind, boolean limited) {
        long number =
                RMContextUtils.retrieveRMProperties(message, true).getSequence().getMessageNumber();
        return sequences.use(
                message,
                identifier -> paths.use(
                        message,
                        path -> sequences.open(message, path, identifier).orElse(null)),
                sequence -> {
                    if (limited) {
                        Paths.reserve(sequence.path(), template);
                    }
                    OutboundSequences.noteAcknowledgements(message, sequence);
                    Message<Template> added = sequence.message(number, template, template.size(), kind)
                            .from(Thread.currentThread().getId());
                    if (Template.namesFormer(message)) {
                        added.ordersItself();
                    }
                    if (sequence.path().add(added, paths.nowNanos())) {
                        return added;
                    }
                    template.unreserve();
                    return null;
                });
    }

    /** Stores a message; returns true if its number differs from the one it was written under. */
    private boolean store(org.apache.cxf.message.Message message, Message<Template> captured) {
        try {
            return captured.path().renumber(captured, stored.add(message, captured, stored::isSentUnstored));
        } catch (RuntimeException e) {
            sequences.withdraw(captured);
            throw e;
        }
    }

    /**
     * Follows the chain of a two-way call, which makes its first transmission and ends; the caller waits for the answer to
     * any transmission.
     */
    private static void followAwaited(
            org.apache.cxf.message.Message message, Message<Template> captured, Attempt attempt) {
        failsWith(message, failure -> {
            if (!attempt.isTaken()) {
                attempt.fail(failure);
            }
            return captured.state() != MessageState.GIVEN_UP;
        });
    }

    /** Takes an action if the chain fails, which returns true if the message is restarted; otherwise the caller is told. */
    private static void failsWith(org.apache.cxf.message.Message message, Predicate<Exception> restarted) {
        ChainStep.onFailure(message.getInterceptorChain(), Intake.class, (failed, cause) -> {
            if (restarted.test(cause) && MessageUtils.isRequestor(failed)) {
                ChainStep.hideFailure(failed);
            }
        });
    }

    /** Makes the first transmission of a message in its chain, for any kind of answer that the chain waits for. */
    void transmitInPlace(org.apache.cxf.message.Message message, Message<Template> captured) {
        followInPlace(message, captured, captured.path().transmitInPlace(captured, paths.nowNanos()));
    }

    private void followInPlace(org.apache.cxf.message.Message message, Message<Template> captured, Attempt attempt) {
        attempt.advance(Phase.CONNECTED);
        message.put(Attempt.KEY, attempt);
        failsWith(message, failure -> {
            Throwable cause = failure instanceof Fault && failure.getCause() != null ? failure.getCause() : failure;
            if (cause instanceof SequenceTakenException) {
                sequences.withdraw(captured);
            }
            attempt.fail(failure);
            return captured.state().isUnresolved();
        });
        ChainStep.afterSending(
                message.getInterceptorChain(), Intake.class, sent -> TemplateSender.answered(attempt, sent));
        sending.dispatched(captured, attempt, attempt.dispatchedNanos());
    }
}
