package io.github.restartoracle.mail;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Decides when a relay is asked to run its queue for a domain (ETRN, RFC 1985): when answers are missing to mails that were
 * sent there, and nothing has come from it for a while. The mails may wait in the queue then, although the way is open again.
 * The requests become rarer with the age of the wait, so that a domain that never answers costs little:
 *
 * <pre>pause = min(10 min, max(interval, age / 8))</pre>
 *
 * Thread-safe.
 */
final class QueueRuns {
    /** A wait is noticed to be over no later than after this share of its length. */
    private static final int SHARE = 8;

    private static final long LONGEST_PAUSE_NANOS = Duration.ofMinutes(10).toNanos();
    private static final long REFUSED_NANOS = Duration.ofHours(1).toNanos();

    /** Bounds memory; domains beyond it wait for the relay's own schedule, further answers of one are as missing as these. */
    private static final int MAX_DOMAINS = 1_000;

    private static final int MAX_ANSWERS = 100;

    private final long afterNanos;
    private final long intervalNanos;
    private final Map<String, Wait> waits = new HashMap<>();

    private static final class Wait {
        private final Map<Object, ExpectedAnswer> answers = new ConcurrentHashMap<>();
        private long sinceNanos;
        private long nextNanos;

        private void begin(long nowNanos, long afterNanos) {
            sinceNanos = nowNanos;
            nextNanos = nowNanos + afterNanos;
        }
    }

    QueueRuns(Duration after, Duration interval) {
        this.afterNanos = after.toNanos();
        this.intervalNanos = interval.toNanos();
    }

    /** A mail that calls for an answer was handed to the relay. */
    synchronized void sent(String domain, ExpectedAnswer answer, long nowNanos) {
        Wait wait = waits.get(domain);
        if (wait == null) {
            if (waits.size() >= MAX_DOMAINS) {
                return;
            }
            wait = new Wait();
            wait.begin(nowNanos, afterNanos);
            waits.put(domain, wait);
        }
        if (wait.answers.size() < MAX_ANSWERS) {
            wait.answers.put(answer.of(), answer);
        }
    }

    /** A mail has come from a domain; whatever it answers, others may still wait. */
    synchronized void heard(String domain, long nowNanos) {
        Wait wait = waits.get(domain);
        if (wait != null) {
            wait.begin(nowNanos, afterNanos);
        }
    }

    /** The relay does not run its queue for a domain. */
    synchronized void refused(String domain, long nowNanos) {
        Wait wait = waits.get(domain);
        if (wait != null) {
            wait.nextNanos = nowNanos + REFUSED_NANOS;
        }
    }

    /** Returns the domains to ask for now, each of which counts as asked for. */
    List<String> due(long nowNanos) {
        List<Wait> all;
        synchronized (this) {
            all = List.copyOf(waits.values());
        }
        // The answers are asked without the lock: they take locks of their own.
        all.forEach(wait ->
                wait.answers.values().removeIf(answer -> !answer.missing().getAsBoolean()));
        return take(nowNanos);
    }

    private synchronized List<String> take(long nowNanos) {
        waits.values().removeIf(wait -> wait.answers.isEmpty());
        List<String> due = new ArrayList<>();
        waits.forEach((domain, wait) -> {
            if (nowNanos - wait.nextNanos >= 0) {
                due.add(domain);
                long shareNanos = (nowNanos - wait.sinceNanos) / SHARE;
                wait.nextNanos = nowNanos + Math.min(LONGEST_PAUSE_NANOS, Math.max(intervalNanos, shareNanos));
            }
        });
        return due;
    }

    synchronized boolean isEmpty() {
        return waits.isEmpty();
    }
}
