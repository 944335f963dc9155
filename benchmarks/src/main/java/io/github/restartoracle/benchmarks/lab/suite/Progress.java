package io.github.restartoracle.benchmarks.lab.suite;

import io.github.restartoracle.time.NanoClock;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/**
 * Says every few seconds what is running, how much is done and how long it will take. Runs take as long as their messages
 * are due, so that the plan is known beforehand; the estimate corrects it by how fast the plan has been followed so far.
 *
 * <p>Thread-safe.
 */
public final class Progress {
    private final PrintStream out;
    private final NanoClock clock;
    private final Duration planned;
    private final long everyNanos;
    private final long startNanos;
    private long lastNanos;

    /**
     * Progress of a suite that begins now.
     *
     * @param out where the lines go
     * @param clock the time
     * @param planned how long it takes; zero if nobody knows
     * @param every how long to be silent after a line
     */
    public Progress(PrintStream out, NanoClock clock, Duration planned, Duration every) {
        this.out = out;
        this.clock = clock;
        this.planned = planned;
        this.everyNanos = every.toNanos();
        this.startNanos = clock.nanoTime();
        this.lastNanos = startNanos;
    }

    /**
     * Work goes on. Prints a line if the last one is old enough.
     *
     * @param running what is running, such as {@code disruption-60s fixed, run 3 of 10}
     * @param done how much of the plan is done; less than 0 if it has not begun, more than the plan when all that is left
     *     is to wait for messages under way
     */
    public void update(String running, Duration done) {
        update(running, (double) done.toNanos() / planned.toNanos());
    }

    /**
     * Work goes on, of which it is not known beforehand how long it takes.
     *
     * @param running what is running
     * @param done the share that is done, from 0 to 1
     */
    public synchronized void update(String running, double done) {
        long now = clock.nanoTime();
        if (now - lastNanos >= everyNanos) {
            lastNanos = now;
            double share = Math.max(0, Math.min(1, done));
            out.printf(Locale.ROOT, "%3.0f %%  %s, %s%n", Math.floor(100 * share), running, left(now, share));
        }
    }

    /**
     * Something has ended. Always prints a line.
     *
     * @param what what has ended and how
     */
    public synchronized void say(String what) {
        lastNanos = clock.nanoTime();
        out.printf(Locale.ROOT, "       %s (after %s)%n", what, show(Duration.ofNanos(lastNanos - startNanos)));
    }

    private String left(long now, double share) {
        if (share == 1) {
            return "waiting for the last messages";
        }
        if (share == 0) {
            return planned.isZero() ? show(Duration.ofNanos(now - startNanos)) + " so far" : show(planned) + " left";
        }
        Duration left = Duration.ofNanos((long) ((now - startNanos) * (1 - share) / share));
        return show(left) + " left";
    }

    private static String show(Duration duration) {
        long seconds = Math.round(duration.toMillis() / 1000.0);
        if (seconds < 90) {
            return seconds + " s";
        }
        long minutes = Math.round(seconds / 60.0);
        return minutes < 90
                ? minutes + " min"
                : String.format(Locale.ROOT, "%d h %02d min", minutes / 60, minutes % 60);
    }
}
