package io.github.restartoracle.mail.internal.send;

import io.github.restartoracle.internal.estimate.SmoothedTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a relay is asked to run its queue for a domain (ETRN, RFC 1985). It is asked if answers to mails to that domain
 * are missing, and no mail has come from it for some time: the mails may then wait in the queue although the way is open again.
 *
 * <p>That time is configured, or estimated from earlier times until a mail came, as RFC 6298 estimates a timeout. It is 15 s at
 * first, and 2 s to 10 min later. Each wait in which the relay was asked doubles it, until a wait ends without a request. The
 * requests become rarer with the age of the wait, so that a domain that never answers costs little:
 *
 * <pre>pause = min(10 min, max(interval, age / 16))</pre>
 *
 * Thread-safe.
 */
final class QueueRuns {
    /** The end of a wait is noticed after at most this share of its length. */
    private static final int SHARE = 16;

    private static final long LONGEST_PAUSE_NANOS = Duration.ofMinutes(10).toNanos();
    private static final long REFUSED_NANOS = Duration.ofHours(1).toNanos();

    /** Bounds memory. Further domains wait for the relay's own schedule; further answers of a domain are not counted. */
    private static final int MAX_DOMAINS = 1_000;

    private static final int MAX_ANSWERS = 100;

    private final @Nullable Duration after;
    private final long intervalNanos;
    private final Map<String, Wait> waits = new HashMap<>();
    private final Map<String, WaitEstimate> estimates = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, WaitEstimate> eldest) {
            return size() > MAX_DOMAINS;
        }
    };

    private static final class Wait {
        private final Map<Object, ExpectedAnswer> answers = new ConcurrentHashMap<>();
        private long sinceNanos;
        private long nextNanos;
        private boolean sentSince = true;
        private boolean asked;

        private void begin(long nowNanos, long afterNanos) {
            sinceNanos = nowNanos;
            nextNanos = nowNanos + afterNanos;
            asked = false;
        }
    }

    /** The estimate of the time until a mail comes from a domain. */
    private static final class WaitEstimate {
        private static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(15);
        private static final long SHORTEST_NANOS = TimeUnit.SECONDS.toNanos(2);
        private static final int MOST_DOUBLINGS = 10;

        private final SmoothedTime usual = new SmoothedTime();
        private int doublings;

        private void ended(long nanos, boolean asked) {
            if (asked) {
                doublings = Math.min(MOST_DOUBLINGS, doublings + 1);
            } else {
                usual.add(nanos);
                doublings = 0;
            }
        }

        private long boundNanos() {
            long nanos = usual.isSampled() ? Math.max(SHORTEST_NANOS, (long) usual.boundNanos()) : FIRST_NANOS;
            return Math.min(LONGEST_PAUSE_NANOS, nanos << doublings);
        }
    }

    /**
     * Creates an instance without waits.
     *
     * @param after time without a mail after which the relay is asked; null if it is estimated
     * @param interval the least time between two requests for a domain
     */
    QueueRuns(@Nullable Duration after, Duration interval) {
        this.after = after;
        this.intervalNanos = interval.toNanos();
    }

    private long afterNanos(String domain) {
        return after != null ? after.toNanos() : estimate(domain).boundNanos();
    }

    private WaitEstimate estimate(String domain) {
        return estimates.computeIfAbsent(domain, unknown -> new WaitEstimate());
    }

    /** Notes that a mail which calls for an answer was handed to the relay. */
    synchronized void sent(String domain, ExpectedAnswer answer, long nowNanos) {
        Wait wait = waits.get(domain);
        if (wait == null) {
            if (waits.size() >= MAX_DOMAINS) {
                return;
            }
            wait = new Wait();
            wait.begin(nowNanos, afterNanos(domain));
            waits.put(domain, wait);
        }
        wait.sentSince = true;
        if (wait.answers.size() < MAX_ANSWERS) {
            wait.answers.put(answer.of(), answer);
        }
    }

    /** Notes that a mail has come from a domain. It may answer one of the waiting mails, or none. */
    synchronized void heard(String domain, long nowNanos) {
        Wait wait = waits.get(domain);
        if (wait == null) {
            return;
        }
        // Mails that are fetched together count as one.
        if (wait.sentSince) {
            estimate(domain).ended(nowNanos - wait.sinceNanos, wait.asked);
            wait.sentSince = false;
        }
        wait.begin(nowNanos, afterNanos(domain));
    }

    /** Notes that the relay does not run its queue for a domain. */
    synchronized void refused(String domain, long nowNanos) {
        Wait wait = waits.get(domain);
        if (wait != null) {
            wait.nextNanos = nowNanos + REFUSED_NANOS;
        }
    }

    /** Returns the domains to request now, and counts each as requested. */
    List<String> due(long nowNanos) {
        List<Wait> all;
        synchronized (this) {
            all = List.copyOf(waits.values());
        }
        // Without the lock, because the answers take locks of their own.
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
                wait.asked = true;
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
