package io.github.restartoracle.disruption;

import io.github.restartoracle.internal.ledger.TransmissionLedger;
import io.github.restartoracle.internal.pending.Elapsed;
import io.github.restartoracle.internal.pending.Pending;
import io.github.restartoracle.internal.pending.PendingSet;
import io.github.restartoracle.oracle.PathOracle;
import io.github.restartoracle.oracle.Stage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.function.LongConsumer;

/**
 * One message every 500 ms over a link that is cut for a time, in virtual time. A transmission opens a TCP connection;
 * if the link is cut, it opens at the first of the SYN retries (3, 9, 21, 45, 93 s after the first) that finds it whole.
 */
final class DisruptedPath {
    static final long SECOND = 1_000_000_000;
    static final long INTERVAL = SECOND / 2;

    private static final long[] SYN_RETRY = {0, 3 * SECOND, 9 * SECOND, 21 * SECOND, 45 * SECOND, 93 * SECOND};

    final TransmissionLedger ledger = new TransmissionLedger();
    final List<String> trace = new ArrayList<>();
    final PendingSet<Transmitted> set;

    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::order));
    private final long cutFrom;
    private final long cutTo;
    private long now;
    private long order;

    /** A message with its number. */
    private static final class Transmitted extends Pending {
        final int number;

        Transmitted(int number) {
            this.number = number;
        }
    }

    private record Event(long at, long order, LongConsumer action) {}

    DisruptedPath(PathOracle oracle, long cutFrom, long cutTo) {
        this.set = new PendingSet<>(oracle);
        this.cutFrom = cutFrom;
        this.cutTo = cutTo;
    }

    void run(int messages) {
        for (int i = 0; i < messages; i++) {
            int message = i;
            at(i * INTERVAL, t -> {
                Transmitted added = new Transmitted(message);
                set.add(added, t);
                send(added);
            });
        }
        while (!events.isEmpty() || set.nanosUntilDue(now) != Long.MAX_VALUE) {
            long due = set.nanosUntilDue(now);
            Event next = events.peek();
            if (next == null || due < next.at - now) {
                now += due;
                set.expire(now, message -> false).forEach(this::elapsed);
            } else {
                events.remove();
                now = next.at;
                next.action.accept(now);
            }
        }
    }

    /** Returns the events of one message, in order. */
    List<String> of(int message) {
        return trace.stream()
                .filter(line -> line.startsWith(message + " "))
                .map(line -> line.substring(line.indexOf(' ') + 1))
                .toList();
    }

    double tauSeconds() {
        return set.oracle().timeoutNanos(now, Stage.UNOBSERVED, 1) / (double) SECOND;
    }

    private void elapsed(Elapsed<Transmitted> timeout) {
        if (timeout.restarts()) {
            send(timeout.message());
        } else {
            note(timeout.message(), "gave up", "");
        }
    }

    private void send(Transmitted message) {
        int attempt = message.transmissions();
        note(message, "send", "#" + attempt);
        ledger.dispatched(message.number, attempt, now);
        long arrival = connected(now) + oneWay(message.number);
        at(arrival, t -> ledger.arrived(message.number, attempt, t));
        at(arrival + oneWay(message.number), t -> {
            if (message.isPending()) {
                String use = set.acknowledge(message, t).use().name().toLowerCase(Locale.ROOT);
                note(message, "ack", " " + use);
            }
        });
    }

    private long connected(long sent) {
        for (long retry : SYN_RETRY) {
            if (sent + retry < cutFrom || sent + retry >= cutTo) {
                return sent + retry;
            }
        }
        throw new IllegalStateException("the disruption is longer than the SYN retries");
    }

    /** Returns 80, 100 or 120 ms, so that round trip times vary and are the same in every run. */
    private static long oneWay(int message) {
        return (80 + message % 3 * 20) * (SECOND / 1000);
    }

    private void note(Transmitted message, String what, String detail) {
        trace.add(String.format(Locale.ROOT, "%d %s%s@%.2fs", message.number, what, detail, now / (double) SECOND));
    }

    private void at(long time, LongConsumer action) {
        events.add(new Event(time, order++, action));
    }
}
