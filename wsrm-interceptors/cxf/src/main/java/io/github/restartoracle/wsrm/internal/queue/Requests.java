package io.github.restartoracle.wsrm.internal.queue;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.PermanentFailure;
import io.github.restartoracle.internal.attempt.Phase;
import io.github.restartoracle.internal.outbound.Message;
import io.github.restartoracle.internal.outbound.Requester;
import io.github.restartoracle.internal.outbound.Sequence;
import io.github.restartoracle.internal.sequence.Resend;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.capture.ProtocolOut;
import io.github.restartoracle.wsrm.internal.capture.ProtocolRequest;
import io.github.restartoracle.wsrm.internal.capture.Template;
import io.github.restartoracle.wsrm.internal.conduit.AttemptExchange;
import io.github.restartoracle.wsrm.internal.rm.RmHeaders;
import io.github.restartoracle.wsrm.internal.sequence.RequestFailures;
import io.github.restartoracle.wsrm.internal.sequence.SequenceWork;
import io.github.restartoracle.wsrm.internal.sequence.UnansweredException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.cxf.common.util.PropertyUtils;
import org.apache.cxf.endpoint.ClientImpl;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.jspecify.annotations.Nullable;

/**
 * The requests of WS-RM itself that a bus makes, such as CreateSequence. Each is a message of its path, and has a caller that
 * waits for it. Thread-safe.
 */
final class Requests implements AutoCloseable {
    private static final String CREATE = "CreateSequence";

    private final SequenceQueues numbers;
    private final Paths paths;
    private final NanoClock clock;

    /** Distinguishes the requests. */
    private final AtomicLong positions = new AtomicLong();

    /** The requests for which a caller waits. */
    private final Set<Request> underWay = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private volatile boolean closed;

    Requests(SequenceQueues numbers, Paths paths, NanoClock clock) {
        this.numbers = numbers;
        this.paths = paths;
        this.clock = clock;
    }

    /**
     * Begins the request that an outgoing chain makes with a message of a {@linkplain ProtocolOut#name request type}, which
     * is going to be written.
     */
    ProtocolRequest begin(org.apache.cxf.message.Message message) {
        AckRequest asking = AckRequest.of(message);
        if (asking != null) {
            return asking;
        }
        Request own = new Request(ProtocolOut.name(message).orElseThrow(), message);
        underWay.add(own);
        if (closed) {
            own.end(shutDown());
        }
        return own;
    }

    /** Ends all requests; none is transmitted any more. */
    @Override
    public void close() {
        closed = true;
        List<Request> left;
        synchronized (underWay) {
            left = List.copyOf(underWay);
        }
        left.forEach(request -> request.end(shutDown()));
    }

    private static IOException shutDown() {
        return new IOException(WaitingCalls.SHUT_DOWN);
    }

    /**
     * A request and its caller. Its outcome is
     *
     * <ul>
     *   <li>an answer, even a refusal, which the caller has to judge, or
     *   <li>the failure of an attempt that may have arrived, because a second attempt would repeat the offer of the first.
     * </ul>
     *
     * An attempt that has not connected is repeated by its path if the request is made for calls that wait and a restart may
     * cure the failure. A caller that waits for the answer of the service gets the failure at once, as with CXF alone.
     */
    private final class Request implements ProtocolRequest, Requester {
        private final String name;
        private final org.apache.cxf.message.Message message;
        private final Exchange exchange;
        private final Endpoint application;
        /** True if the response comes on another connection. */
        private final boolean answeredElsewhere;
        /** True if a failed attempt is repeated. */
        private final boolean persistent;

        private final long limitNanos;
        private @Nullable Sequence<Template> sequence;
        private @Nullable Message<Template> entered;
        private boolean ended;
        private @Nullable Throwable failure;
        private @Nullable Throwable trouble;

        Request(String name, org.apache.cxf.message.Message message) {
            this.name = name;
            this.message = message;
            this.exchange = message.getExchange();
            this.application = RmHeaders.application(message);
            AddressingProperties maps = RMContextUtils.retrieveMAPs(message, false, true);
            this.answeredElsewhere = maps.getReplyTo() != null && !ContextUtils.isGenericAddress(maps.getReplyTo());
            this.persistent = name.equals(CREATE) && SequenceWork.isRepeated();
            Long limitMillis = PropertyUtils.getLong(message, ClientImpl.SYNC_TIMEOUT);
            Duration otherwise = answeredElsewhere ? SequenceWork.LONGEST : SequenceWork.limit();
            this.limitNanos = limitMillis == null ? otherwise.toNanos() : TimeUnit.MILLISECONDS.toNanos(limitMillis);
        }

        @Override
        public Optional<Attempt> captured(Template template) {
            Sequence<Template> opened = paths.use(
                    message,
                    path -> Sequence.open(path, name, false, Resend.IMPOSSIBLE).orElse(null));
            Message<Template> added = opened.request(positions.incrementAndGet(), template, template.size(), this);
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
            synchronized (this) {
                return ended;
            }
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

        @Override
        public void await() {
            long endNanos = clock.nanoTime() + limitNanos;
            try {
                for (Throwable next = trouble(endNanos); next != null; next = trouble(endNanos)) {
                    if (name.equals(CREATE)) {
                        numbers.troubled(application, Paths.address(message), next);
                    }
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
    }
}
