package io.github.restartoracle.wsrm.internal.queue;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.PermanentFailure;
import io.github.restartoracle.internal.attempt.Phase;
import io.github.restartoracle.internal.outbound.Message;
import io.github.restartoracle.internal.outbound.Requester;
import io.github.restartoracle.internal.outbound.Sequence;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.capture.ProtocolRequest;
import io.github.restartoracle.wsrm.internal.capture.Template;
import io.github.restartoracle.wsrm.internal.conduit.AttemptExchange;
import io.github.restartoracle.wsrm.internal.sequence.RequestFailures;
import io.github.restartoracle.wsrm.internal.sequence.UnansweredException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Exchange;
import org.jspecify.annotations.Nullable;

/**
 * A request of WS-RM itself, as a message of its path, and the caller that waits for it.
 *
 * <p>The outcome of the request is
 *
 * <ul>
 *   <li>an answer, even a refusal, which the caller has to judge, or
 *   <li>the failure of an attempt that may have arrived, because a second attempt would repeat the offer of the first.
 * </ul>
 *
 * An attempt that has not connected is repeated by its path if the request is made for calls that wait and a restart may
 * cure the failure. A caller that waits for the answer of the service gets the failure at once, as with CXF alone.
 */
final class Request implements ProtocolRequest, Requester {
    private final String name;
    private final Exchange exchange;
    private final boolean answeredElsewhere;
    private final boolean persistent;
    private final long limitNanos;
    private final NanoClock clock;
    private final Supplier<Sequence<Template>> opening;
    private final long position;
    private final Consumer<Throwable> onTrouble;
    private @Nullable Sequence<Template> sequence;
    private @Nullable Message<Template> entered;
    private boolean ended;
    private @Nullable Throwable failure;
    private @Nullable Throwable trouble;

    /**
     * Creates a request that is still to be written.
     *
     * @param name of the request, such as CreateSequence
     * @param exchange on which the caller waits
     * @param answeredElsewhere true if the response comes on another connection
     * @param persistent true if a failed attempt is repeated
     * @param limitNanos the maximum time for which the caller waits
     * @param opening opens a sequence of its own on the path
     * @param position distinguishes it from other requests, 1 or more
     * @param onTrouble told of attempts that failed, in the thread of the caller
     */
    Request(
            String name,
            Exchange exchange,
            boolean answeredElsewhere,
            boolean persistent,
            long limitNanos,
            NanoClock clock,
            Supplier<Sequence<Template>> opening,
            long position,
            Consumer<Throwable> onTrouble) {
        this.name = name;
        this.exchange = exchange;
        this.answeredElsewhere = answeredElsewhere;
        this.persistent = persistent;
        this.limitNanos = limitNanos;
        this.clock = clock;
        this.opening = opening;
        this.position = position;
        this.onTrouble = onTrouble;
    }

    @Override
    public Optional<Attempt> captured(Template template) {
        Sequence<Template> opened = opening.get();
        Message<Template> added = opened.request(position, template, template.size(), this);
        opened.path().add(added, clock.nanoTime());
        synchronized (this) {
            sequence = opened;
            entered = added;
        }
        return opened.path().transmit(added, clock.nanoTime());
    }

    @Override
    public void answered() {
        end(null);
    }

    @Override
    public void failed(Throwable cause) {
        end(cause);
        leave();
    }

    @Override
    public boolean ended(Attempt attempt) {
        Throwable cause = attempt.cause();
        if (attempt.phase() == Phase.ANSWERED) {
            if (exchange.isOneWay() || AttemptExchange.isAnswered(exchange)) {
                end(null);
            } else if (!answeredElsewhere) {
                end(new IOException("the destination has answered " + name + " without a response to it"));
            }
        } else if (attempt.phase() == Phase.FAILED && cause != null) {
            if (!persistent
                    || attempt.reached().mayHaveArrived()
                    || PermanentFailure.isIn(cause)
                    || RequestFailures.isConfiguration(cause)) {
                end(cause);
            } else {
                failedFor(cause);
            }
        }
        return hasEnded();
    }

    @Override
    public void gaveUp(int attempts, String reason) {
        end(new UnansweredException(name + " is given up: " + reason, attempts));
    }

    private synchronized void failedFor(Throwable cause) {
        trouble = cause;
        notifyAll();
    }

    /** Ends the request with an outcome, null for an answer. Only the first outcome counts. */
    synchronized void end(@Nullable Throwable cause) {
        if (!ended) {
            ended = true;
            failure = cause;
            notifyAll();
        }
    }

    private synchronized boolean hasEnded() {
        return ended;
    }

    @Override
    public void await() {
        long endNanos = clock.nanoTime() + limitNanos;
        try {
            for (Throwable next = trouble(endNanos); next != null; next = trouble(endNanos)) {
                onTrouble.accept(next);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            end(new InterruptedIOException("interrupted while " + name + " was on its way"));
        } finally {
            leave();
        }
        synchronized (this) {
            if (failure != null) {
                throw new Fault(failure);
            }
        }
    }

    /** Waits for the failure of an attempt; returns null when the request has its outcome. */
    private synchronized @Nullable Throwable trouble(long endNanos) throws InterruptedException {
        while (!ended && trouble == null) {
            long leftNanos = endNanos - clock.nanoTime();
            if (leftNanos <= 0) {
                end(new UnansweredException(
                        name + " was not answered within " + TimeUnit.NANOSECONDS.toSeconds(limitNanos) + " s",
                        entered == null ? 0 : entered.attemptsMade()));
            } else {
                // Not less than a millisecond: zero would mean to wait for ever.
                wait(TimeUnit.NANOSECONDS.toMillis(leftNanos) + 1);
            }
        }
        Throwable next = ended ? null : trouble;
        trouble = null;
        return next;
    }

    /** Withdraws the request from its path, which transmits it no more. */
    private void leave() {
        Message<Template> left;
        Sequence<Template> idle;
        synchronized (this) {
            left = entered;
            idle = sequence;
            entered = null;
        }
        if (left != null && idle != null) {
            left.path().withdraw(left, clock.nanoTime());
            idle.closeIfIdle();
            left.payload().release();
        }
    }

    @Override
    public String toString() {
        return name + " to " + Objects.toString(exchange.getEndpoint(), "nowhere");
    }
}
