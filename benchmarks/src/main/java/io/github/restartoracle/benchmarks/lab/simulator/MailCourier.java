package io.github.restartoracle.benchmarks.lab.simulator;

import io.github.restartoracle.benchmarks.lab.simulator.Arrivals.Acknowledgement;
import io.github.restartoracle.benchmarks.lab.simulator.mail.MailPath;
import io.github.restartoracle.benchmarks.lab.simulator.net.Luck;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * SOAP over mail. An attempt is over when it was read; servers do not give up within a run. Each message that is read is
 * answered with a mail that acknowledges all that was read. Not thread-safe.
 */
final class MailCourier implements Courier {
    private final SimulatedRun run;
    private final MailPath there;
    private final MailPath back;
    private final @Nullable HostTimes hosts;

    MailCourier(SimulatedRun run) {
        SimulationSettings settings = run.settings;
        this.run = run;
        this.hosts = settings.hosts().orElse(null);
        int mailBytes = settings.mailBytes(run.scenario);
        int answerBytes = settings.answerBytes() + SimulationSettings.MAIL_HEADER_BYTES;
        long key = Luck.of(run.key, 0);
        there = path(mailBytes, true, Luck.of(key, 1));
        back = path(answerBytes, false, Luck.of(key, 2));
    }

    private MailPath path(int mailBytes, boolean fromSource, long key) {
        return new MailPath(
                run.time, run.network, run.settings.mail(), mailBytes, fromSource, key, this::quietUntilNanos);
    }

    /** A poll may have answers written before a delivery is over. */
    private long quietUntilNanos() {
        long now = run.time.nowNanos();
        long polls = Math.min(there.nextPollNanos(now), back.nextPollNanos(now));
        return Math.min(run.quietUntilNanos(), Math.min(run.nextRestartNanos(), polls));
    }

    @Override
    public void dispatch(SimulatedMessage message, int attempt) {
        long key = Luck.of(Luck.of(run.key, message.number), attempt);
        Reader reader = new Reader(message, attempt, key);
        if (hosts == null) {
            there.send(key, reader);
        } else {
            run.time.at(
                    run.time.nowNanos() + hosts.nanos(key, run.key, message.number), now -> there.send(key, reader));
        }
    }

    /** The destination's side of one attempt. */
    private final class Reader implements LongConsumer {
        private final SimulatedMessage message;
        private final int attempt;
        private final long key;
        private int copies;

        private Reader(SimulatedMessage message, int attempt, long key) {
            this.message = message;
            this.attempt = attempt;
            this.key = key;
        }

        @Override
        public void accept(long nowNanos) {
            copies++;
            run.arrived(message, attempt);
            Acknowledgement answer = run.acknowledgement(0);
            back.send(Luck.of(key, -copies), now -> run.acknowledged(answer));
            if (copies == 1) {
                run.over(message);
            }
        }
    }
}
