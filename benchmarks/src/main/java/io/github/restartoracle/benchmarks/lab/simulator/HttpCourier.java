package io.github.restartoracle.benchmarks.lab.simulator;

import io.github.restartoracle.benchmarks.lab.simulator.SimulatedArrivals.Acknowledgement;
import io.github.restartoracle.benchmarks.lab.simulator.net.KeyedRandom;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.Conversation;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.ConversationListener;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.Dialogue;
import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.Phase;
import io.github.restartoracle.internal.attempt.RetryLater;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * SOAP over HTTP that reports every phase of an attempt. While an attempt connects it may race further connections. The request
 * is written over the first connection that is set up, and the others are closed. The acknowledgement comes back in the
 * response, or over a connection that the destination opens. Not thread-safe.
 */
final class HttpCourier implements Courier {
    /** The size of a response without a body. */
    private static final int EMPTY_ANSWER_BYTES = 120;

    private static final int BACK = -3;

    private final SimulatedRun run;
    private final boolean kept;
    private final boolean obeysRetryAfter;
    private final SimulatedPath source;
    private final SimulatedService service;
    private final Dialogue exchange;
    private final long sendingNanos;
    private final long receivingNanos;
    private final @Nullable HostTimes hosts;
    private final @Nullable HostTimes answering;
    private final @Nullable DecoupledAcknowledgements decoupled;
    private final Deque<HttpConnection> idle = new ArrayDeque<>();

    HttpCourier(SimulatedRun run, ConnectionUse model, SimulatedPath source) {
        SimulationSettings settings = run.settings;
        this.run = run;
        this.kept = model.keptConnections();
        this.obeysRetryAfter = !model.ofCxf();
        this.source = source;
        this.service = new SimulatedService(run.time, run.scenario.service());
        this.sendingNanos = settings.sending().toNanos();
        this.receivingNanos = settings.receiving().toNanos();
        this.hosts = settings.hosts().orElse(null);
        this.answering = settings.answering().orElse(null);
        this.decoupled = settings.decoupledAfter()
                .map(after -> new DecoupledAcknowledgements(run, after, EMPTY_ANSWER_BYTES))
                .orElse(null);
        this.exchange = Dialogue.http(
                settings.envelopeBytes() + run.scenario.payloadBytes(),
                decoupled == null ? settings.answerBytes() : EMPTY_ANSWER_BYTES,
                settings.receiving());
    }

    @Override
    public void dispatch(SimulatedMessage message, Attempt attempt) {
        new HttpAttempt(message, attempt).begin();
    }

    /** The connections of one attempt, until one of them is set up; then that one. */
    private final class HttpAttempt {
        private final SimulatedMessage message;
        private final Attempt attempt;
        private final List<HttpConnection> connecting = new ArrayList<>();
        private @Nullable HttpConnection own;
        private int made;
        private boolean released;

        HttpAttempt(SimulatedMessage message, Attempt attempt) {
            this.message = message;
            this.attempt = attempt;
        }

        void begin() {
            if (attempt.phase().ended()) {
                release();
                return;
            }
            attempt.tellReceipt();
            attempt.onAbandon(this::stop);
            attempt.onRace(this::race);
            attempt.advance(Phase.CONNECTING);
            source.changed();
            long preparingNanos = sendingNanos + (hosts == null ? 0 : hosts.nanos(key(), run.key, message.number));
            run.time.notBefore(run.time.nowNanos() + preparingNanos, now -> leave());
        }

        private long key() {
            return run.key(message, attempt.number());
        }

        /** Sends the first packet of the attempt. */
        private void leave() {
            HttpConnection reused = attempt.phase() == Phase.CONNECTING ? reusable() : null;
            if (reused == null) {
                openUnlessEnded();
            } else {
                stand(reused);
                reused.connection.say(exchange);
            }
            source.changed();
        }

        private @Nullable HttpConnection reusable() {
            for (HttpConnection last = idle.pollLast(); last != null; last = idle.pollLast()) {
                if (attempt.reuse().allows(last.heardNanos)) {
                    return last;
                }
                last.connection.abort();
            }
            return null;
        }

        private void race(int mostConnections) {
            if (connecting.size() >= mostConnections && connecting.size() > 1) {
                connecting.remove(1).connection.abort();
            }
            // Scheduled as an event: an attempt races under the lock of its path, which a connection that fails at once
            // would need.
            run.time.at(run.time.nowNanos(), now -> openUnlessEnded());
        }

        /** Opens a connection, unless a report to the path has made it abandon the attempt. */
        private void openUnlessEnded() {
            if (attempt.phase() != Phase.CONNECTING) {
                return;
            }
            long key = key();
            HttpConnection next = new HttpConnection(this, made == 0 ? key : KeyedRandom.of(key, made));
            made++;
            connecting.add(next);
        }

        /** Writes the request over a connection that is set up. */
        private void stand(HttpConnection connection) {
            connecting.remove(connection);
            connecting.forEach(loser -> loser.connection.abort());
            connecting.clear();
            own = connection;
            message.dispatch(run.time.nowNanos());
            release();
            connection.carry(this, message.attempts());
            if (attempt.advance(Phase.CONNECTED)) {
                attempt.advance(Phase.WRITTEN);
            }
        }

        private void failed(HttpConnection connection) {
            connecting.remove(connection);
            if (connection == own || (own == null && connecting.isEmpty())) {
                release();
                attempt.fail(new IOException("the connection was lost"));
            }
            source.changed();
        }

        private void stop() {
            connecting.forEach(each -> each.connection.abort());
            connecting.clear();
            HttpConnection carrying = own;
            if (carrying != null) {
                carrying.connection.abort();
            }
            release();
        }

        /** Notes that this attempt will write no more. */
        private void release() {
            if (!released) {
                released = true;
                run.over(message);
            }
        }
    }

    /** One connection, and the attempt that it carries. */
    private final class HttpConnection implements ConversationListener {
        private final Conversation connection;
        private final long openedNanos = run.time.nowNanos();
        private HttpAttempt carried;
        private @Nullable Copy copy;
        private long heardNanos;

        HttpConnection(HttpAttempt first, long key) {
            this.carried = first;
            this.connection = run.network.connect(exchange, kept, key, this);
        }

        void carry(HttpAttempt attempt, int write) {
            carried = attempt;
            copy = new Copy(this, write, attempt.attempt.number());
        }

        @Override
        public void connected(long nowNanos) {
            heardNanos = nowNanos;
            if (carried.own == null && !carried.attempt.phase().ended()) {
                carried.attempt.connected(nowNanos - openedNanos);
                carried.stand(this);
                source.changed();
            }
        }

        @Override
        public void received(long nowNanos) {
            heardNanos = nowNanos;
            carried.attempt.advance(Phase.RECEIVED);
            source.changed();
        }

        @Override
        public void progressed(long nowNanos) {
            carried.attempt.progressed();
            source.changed();
        }

        @Override
        public boolean holds(int turn) {
            return turn % 2 == 1;
        }

        @Override
        public void turnHeard(int turn, long nowNanos) {
            if (turn % 2 == 0) {
                Copy arriving = Objects.requireNonNull(copy);
                arriving.heard = true;
                run.time.notBefore(nowNanos + receivingNanos, now -> service.serve(arriving));
            } else {
                run.time.notBefore(nowNanos + Objects.requireNonNull(copy).heldNanos, this::answered);
            }
        }

        private void answered(long nowNanos) {
            heardNanos = nowNanos;
            HttpAttempt attempt = carried;
            Copy carriedCopy = Objects.requireNonNull(copy);
            attempt.attempt.advance(Phase.RESPONDED);
            Acknowledgement acknowledgement = carriedCopy.acknowledgement;
            if (acknowledgement != null) {
                run.acknowledged(acknowledgement);
            }
            if (kept) {
                idle.addLast(this);
            }
            if (carriedCopy.refusal == null) {
                attempt.attempt.advance(Phase.ANSWERED);
            } else {
                attempt.attempt.fail(carriedCopy.refusal);
            }
            source.changed();
        }

        @Override
        public void failed(long nowNanos) {
            idle.remove(this);
            lost();
            carried.failed(this);
        }

        @Override
        public void closed(long nowNanos) {
            lost();
        }

        private void lost() {
            Copy written = copy;
            if (written != null) {
                written.lost();
            }
        }
    }

    /** A request that was written, at the destination. */
    private final class Copy implements SimulatedService.Job {
        private final HttpConnection connection;
        private final SimulatedMessage message;
        private final int write;
        private final int attempt;
        private @Nullable Acknowledgement acknowledgement;
        private long heldNanos;
        private @Nullable IOException refusal;
        private boolean heard;
        private boolean over;

        Copy(HttpConnection connection, int write, int attempt) {
            this.connection = connection;
            this.message = connection.carried.message;
            this.write = write;
            this.attempt = attempt;
        }

        @Override
        public void refuse(Optional<Duration> retryAfter) {
            IOException unavailable = new IOException("503");
            refusal = retryAfter.isPresent() && obeysRetryAfter
                    ? new RetryLater(retryAfter.get(), unavailable)
                    : new RetryLater(unavailable);
            over();
            connection.connection.speak();
        }

        @Override
        public void begin(long nowNanos) {
            message.arrive(write, nowNanos);
            // WS-RM acknowledges the messages that it has read with any later answer, even if the service is not done.
            run.processed(message, attempt);
        }

        @Override
        public long nanos(HostTimes times) {
            return times.nanos(run.key(message, attempt), run.key, message.number);
        }

        @Override
        public void end(long nowNanos) {
            if (decoupled == null) {
                heldNanos = answering == null
                        ? 0
                        : answering.nanos(KeyedRandom.of(run.key(message, attempt), BACK), run.key, message.number);
                acknowledgement = run.acknowledgement(heldNanos);
            } else {
                decoupled.arrived();
            }
            over();
            connection.connection.speak();
        }

        /** Handles the end of the connection: a copy that the destination has not received completely will never arrive. */
        void lost() {
            if (!heard) {
                over();
            }
        }

        private void over() {
            if (!over) {
                over = true;
                run.over(message);
            }
        }
    }
}
