package io.github.restartoracle.internal.pending;

import io.github.restartoracle.oracle.Decision;
import io.github.restartoracle.oracle.Gate;
import io.github.restartoracle.oracle.PathOracle;
import io.github.restartoracle.oracle.RttSample;
import io.github.restartoracle.oracle.Stage;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The oracle of a path within its limits: no message is transmitted more than {@code max-attempts} times, and exceptions of the
 * oracle, which applications may write, harm no message. If it throws, its last good timeout is used, and its first mistake is
 * reported.
 *
 * <p>Not thread-safe; confined to its path's lock.
 */
public final class PathPolicy implements PathOracle {
    private final PathOracle oracle;
    private final int maxAttempts;
    private final Consumer<Throwable> mistakes;
    private final boolean staged;
    private long lastTimeoutNanos = TimeUnit.SECONDS.toNanos(60);
    private boolean reported;

    /**
     * Limits an oracle; {@code maxAttempts} of 0 means no limit.
     *
     * @param mistakes is told the first exception of the oracle
     */
    public PathPolicy(PathOracle oracle, int maxAttempts, Consumer<Throwable> mistakes) {
        this.oracle = oracle;
        this.maxAttempts = maxAttempts == 0 ? Integer.MAX_VALUE : maxAttempts;
        this.mistakes = mistakes;
        this.staged = get(oracle::staged, false);
    }

    @Override
    public boolean staged() {
        return staged;
    }

    @Override
    public long timeoutNanos(long nowNanos, Stage stage, int attempt) {
        lastTimeoutNanos = get(() -> oracle.timeoutNanos(nowNanos, stage, attempt), lastTimeoutNanos);
        return lastTimeoutNanos;
    }

    @Override
    public Decision elapsed(long nowNanos, Stage stage, int attempt, long sinceNanos) {
        Decision decision = get(() -> oracle.elapsed(nowNanos, stage, attempt, sinceNanos), Decision.AGAIN);
        boolean transmits = decision == Decision.AGAIN || decision == Decision.REPLACE;
        return transmits && isLast(attempt) ? Decision.GIVE_UP : decision;
    }

    /** Returns whether no transmission may follow one, by its number. */
    public boolean isLast(int attempt) {
        return attempt >= maxAttempts;
    }

    @Override
    public Gate gate(long nowNanos) {
        return staged ? get(() -> oracle.gate(nowNanos), Gate.OPEN) : Gate.OPEN;
    }

    @Override
    public void connected(long nowNanos, long tookNanos) {
        tell(() -> oracle.connected(nowNanos, tookNanos));
    }

    @Override
    public void progressed(long nowNanos) {
        tell(() -> oracle.progressed(nowNanos));
    }

    @Override
    public void received(long nowNanos, long tookNanos) {
        tell(() -> oracle.received(nowNanos, tookNanos));
    }

    @Override
    public void answered(long nowNanos) {
        tell(() -> oracle.answered(nowNanos));
    }

    @Override
    public void asked(long nowNanos) {
        tell(() -> oracle.asked(nowNanos));
    }

    @Override
    public void askAnswered(long nowNanos) {
        tell(() -> oracle.askAnswered(nowNanos));
    }

    @Override
    public void acknowledged(long nowNanos, @Nullable RttSample sample) {
        tell(() -> oracle.acknowledged(nowNanos, sample));
    }

    @Override
    public void failed(long nowNanos, Stage stage) {
        tell(() -> oracle.failed(nowNanos, stage));
    }

    /** Returns an immutable copy. */
    @Override
    public Map<String, Double> describe() {
        return get(() -> Collections.unmodifiableMap(new LinkedHashMap<>(oracle.describe())), Map.of());
    }

    private <T> T get(Supplier<T> question, T otherwise) {
        try {
            return question.get();
        } catch (RuntimeException | AssertionError | LinkageError e) {
            report(e);
            return otherwise;
        }
    }

    private void tell(Runnable event) {
        try {
            event.run();
        } catch (RuntimeException | AssertionError | LinkageError e) {
            report(e);
        }
    }

    private void report(Throwable mistake) {
        if (!reported) {
            reported = true;
            mistakes.accept(mistake);
        }
    }
}
