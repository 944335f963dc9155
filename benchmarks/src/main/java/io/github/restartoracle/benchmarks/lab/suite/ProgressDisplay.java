package io.github.restartoracle.benchmarks.lab.suite;

import io.github.restartoracle.time.NanoClock;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/**
 * Prints every few seconds the present run, the share that is done and the time that is left. Runs take as long as their
 * messages are due, so that the plan is known beforehand. The estimate corrects it by the speed at which the plan has been
 * followed so far. Thread-safe.
 */
public final class ProgressDisplay {
    private final PrintStream out;
    private final NanoClock clock;
    private final Duration planned;
    private final long everyNanos;
    private final long startNanos;
    private long lastNanos;

    /**
     * Creates the progress of a suite that begins now.
     *
     * @param out the stream of the lines
     * @param clock the time
     * @param planned the time that it takes; zero if it is unknown
     * @param every the least time between two lines
     */
    public ProgressDisplay(PrintStream out, NanoClock clock, Duration planned, Duration every) {
        this.out = out;
        this.clock = clock;
        this.planned = planned;
        this.everyNanos = every.toNanos();
        this.startNanos = clock.nanoTime();
        this.lastNanos = startNanos;
    }

    /**
     * Notes the progress of the work. Prints a line if the last one is old enough.
     *
     * @param running the present run, such as {@code disruption-60s fixed, run 3 of 10}
     * @param done the part of the plan that is done; less than 0 if it has not begun, more than the plan when only messages in
     *     flight are left to wait for
     */
    public void update(String running, Duration done) {
        update(running, (double) done.toNanos() / planned.toNanos());
    }

    /** Notes the share of work that is done, from 0 to 1. Prints a line if the last one is old enough. */
    public synchronized void update(String running, double done) {
        long now = clock.nanoTime();
        if (now - lastNanos >= everyNanos) {
            lastNanos = now;
            double share = Math.max(0, Math.min(1, done));
            out.printf(Locale.ROOT, "%3.0f %%  %s, %s%n", Math.floor(100 * share), running, left(now, share));
        }
    }

    /** Reports the end of a part and its outcome. Always prints a line. */
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
