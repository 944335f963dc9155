package io.github.restartoracle.benchmarks.lab.simulator;

import io.github.restartoracle.benchmarks.lab.simulator.Arrivals.Acknowledgement;
import io.github.restartoracle.benchmarks.lab.simulator.net.Luck;
import io.github.restartoracle.benchmarks.lab.simulator.net.VirtualTime;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.ConversationListener;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.Dialogue;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * SOAP over HTTP: a connection per attempt. The acknowledgement comes back in the response, or over a connection that the
 * destination opens for all that has arrived lately. Not thread-safe.
 */
final class HttpCourier implements Courier {
    /** The head of a response that carries nothing. */
    private static final int EMPTY_ANSWER_BYTES = 120;

    private static final int BACK = -3;

    private final SimulatedRun run;
    private final Dialogue exchange;
    private final Dialogue acknowledging;
    private final long sendingNanos;
    private final long receivingNanos;
    private final @Nullable HostTimes hosts;
    private final @Nullable HostTimes answering;
    private boolean acknowledgementScheduled;
    private long acknowledgements;

    HttpCourier(SimulatedRun run) {
        SimulationSettings settings = run.settings;
        this.run = run;
        this.sendingNanos = settings.sending().toNanos();
        this.receivingNanos = settings.receiving().toNanos();
        this.hosts = settings.hosts().orElse(null);
        this.answering = settings.answering().orElse(null);
        int request = settings.envelopeBytes() + run.scenario.payloadBytes();
        int answer = settings.decoupledAfter().isPresent() ? EMPTY_ANSWER_BYTES : settings.answerBytes();
        exchange = Dialogue.http(request, answer, settings.receiving());
        acknowledging = Dialogue.http(settings.answerBytes(), EMPTY_ANSWER_BYTES, Duration.ZERO);
    }

    @Override
    public void dispatch(SimulatedMessage message, int attempt) {
        HttpAttempt own = new HttpAttempt(message, attempt);
        long wait = sendingNanos + (hosts == null ? 0 : hosts.nanos(key(message, attempt), run.key, message.number));
        if (wait == 0) {
            own.open();
        } else {
            run.time.at(run.time.nowNanos() + wait, now -> own.open());
        }
    }

    private long key(SimulatedMessage message, int attempt) {
        return Luck.of(Luck.of(run.key, message.number), attempt);
    }

    private void scheduleAcknowledgement() {
        if (!acknowledgementScheduled) {
            acknowledgementScheduled = true;
            Duration after = run.settings.decoupledAfter().orElseThrow();
            run.time.at(run.time.nowNanos() + after.toNanos(), now -> sendAcknowledgement());
        }
    }

    private void sendAcknowledgement() {
        acknowledgementScheduled = false;
        Acknowledgement written = run.acknowledgement(0);
        // Messages have keys from 1.
        long key = Luck.of(Luck.of(run.key, 0), acknowledgements++);
        run.network.open(acknowledging, false, key, new ConversationListener() {
            @Override
            public void turnHeard(int turn, long nowNanos) {
                if (turn == 0) {
                    run.acknowledged(written);
                }
            }

            @Override
            public void failed(long nowNanos) {
                // The next acknowledgement says the same and more.
            }
        });
    }

    private final class HttpAttempt implements ConversationListener, VirtualTime.Event {
        private final SimulatedMessage message;
        private final int attempt;
        private boolean heard;
        private @Nullable Acknowledgement answer;
        private long heldNanos;

        private HttpAttempt(SimulatedMessage message, int attempt) {
            this.message = message;
            this.attempt = attempt;
        }

        private void open() {
            long key = key(message, attempt);
            if (run.settings.decoupledAfter().isPresent()) {
                run.network.open(exchange, true, key, this);
            } else {
                run.network.open(exchange, true, key, this, run.quietUntilNanos(), run.nextRestartNanos());
            }
        }

        @Override
        public void turnHeard(int turn, long nowNanos) {
            if (turn == 0) {
                heard = true;
                if (receivingNanos == 0) {
                    occur(nowNanos);
                } else {
                    run.time.at(nowNanos + receivingNanos, this);
                }
            } else if (answer != null) {
                Acknowledgement written = answer;
                if (heldNanos == 0) {
                    run.acknowledged(written);
                } else {
                    run.time.at(nowNanos + heldNanos, now -> run.acknowledged(written));
                }
            }
        }

        /** The destination has dealt with the message. */
        @Override
        public void occur(long nowNanos) {
            run.arrived(message, attempt);
            if (run.settings.decoupledAfter().isPresent()) {
                scheduleAcknowledgement();
            } else {
                heldNanos = answering == null
                        ? 0
                        : answering.nanos(Luck.of(key(message, attempt), BACK), run.key, message.number);
                answer = run.acknowledgement(heldNanos);
            }
            run.over(message);
        }

        @Override
        public void failed(long nowNanos) {
            if (!heard) {
                run.over(message);
            }
        }
    }
}
