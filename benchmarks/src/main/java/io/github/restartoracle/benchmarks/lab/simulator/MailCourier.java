package io.github.restartoracle.benchmarks.lab.simulator;

import io.github.restartoracle.benchmarks.lab.simulator.SimulatedArrivals.Acknowledgement;
import io.github.restartoracle.benchmarks.lab.simulator.mail.MailPath;
import io.github.restartoracle.benchmarks.lab.simulator.net.KeyedRandom;
import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.Phase;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * SOAP over mail. An attempt is answered when its own mail server has accepted it; servers do not give up within a run. Each
 * message that is read is answered with a mail that acknowledges all messages read so far. Not thread-safe.
 */
final class MailCourier implements Courier {
    private final SimulatedRun run;
    private final SimulatedPath source;
    private final MailPath there;
    private final MailPath back;
    private final @Nullable HostTimes hosts;

    MailCourier(SimulatedRun run, SimulatedPath source) {
        SimulationSettings settings = run.settings;
        this.run = run;
        this.source = source;
        this.hosts = settings.hosts().orElse(null);
        int mailBytes = settings.mailBytes(run.scenario);
        int answerBytes = settings.answerBytes() + SimulationSettings.MAIL_HEADER_BYTES;
        long key = KeyedRandom.of(run.key, 0);
        there = path(mailBytes, true, KeyedRandom.of(key, 1));
        back = path(answerBytes, false, KeyedRandom.of(key, 2));
    }

    private MailPath path(int mailBytes, boolean fromSource, long key) {
        return new MailPath(run.time, run.network, run.settings.mail(), mailBytes, fromSource, key);
    }

    @Override
    public void dispatch(SimulatedMessage message, Attempt attempt) {
        if (!attempt.advance(Phase.CONNECTING)) {
            run.over(message);
            return;
        }
        source.changed();
        if (hosts == null) {
            submit(message, attempt);
        } else {
            long nanos = hosts.nanos(run.key(message, attempt.number()), run.key, message.number);
            run.time.at(run.time.nowNanos() + nanos, now -> submit(message, attempt));
        }
    }

    private void submit(SimulatedMessage message, Attempt attempt) {
        if (attempt.phase().ended()) {
            run.over(message);
            return;
        }
        long nowNanos = run.time.nowNanos();
        message.dispatch(nowNanos);
        run.over(message);
        run.time.at(nowNanos + run.settings.mail().submission().toNanos(), now -> accepted(attempt));
        int number = attempt.number();
        there.send(run.key(message, number), new Reader(message, message.attempts(), number));
    }

    private void accepted(Attempt attempt) {
        if (attempt.advance(Phase.CONNECTED) && attempt.advance(Phase.WRITTEN)) {
            attempt.advance(Phase.ANSWERED);
        }
        source.changed();
    }

    /** The destination's side of one attempt. */
    private final class Reader implements LongConsumer {
        private final SimulatedMessage message;
        private final int write;
        private final int attempt;
        private int copies;

        private Reader(SimulatedMessage message, int write, int attempt) {
            this.message = message;
            this.write = write;
            this.attempt = attempt;
        }

        @Override
        public void accept(long nowNanos) {
            copies++;
            message.arrive(write, nowNanos);
            run.processed(message, attempt);
            Acknowledgement answer = run.acknowledgement(0);
            back.send(KeyedRandom.of(run.key(message, attempt), -copies), now -> run.acknowledged(answer));
            if (copies == 1) {
                run.over(message);
            }
        }
    }
}
