package io.github.restartoracle.internal.outbound;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.PathResources;
import io.github.restartoracle.internal.attempt.Phase;
import io.github.restartoracle.internal.attempt.RetryLater;
import io.github.restartoracle.internal.sequence.Resend;
import io.github.restartoracle.internal.window.SharedWindow;
import io.github.restartoracle.oracle.OracleFactory;
import io.github.restartoracle.status.PathName;
import io.github.restartoracle.time.ManualClock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;

/**
 * A path over a link in virtual time: a connection for each attempt, TCP's retries of SYNs (1, 3, 7, 15, ... s) and of data
 * (200 ms, doubled), cuts of both directions, random loss of SYNs, and a service that answers and acknowledges at once.
 */
final class VirtualLink {
    static final long MILLIS = 1_000_000;
    static final long SECOND = 1000 * MILLIS;

    private static final int RETRIES = 8;
    private static final int MOST_STEPS = 3_000_000;
    private static final long FIRST_RETRY = 200 * MILLIS;

    /** The writes of one message. */
    static final class Written {
        int writes;
        int lostBeforeFirst;
        int arrivals;
        long arrivedNanos = -1;

        int urc() {
            return arrivals == 0 ? 0 : writes - lostBeforeFirst - 1;
        }
    }

    final ManualClock clock;
    final Map<Long, Written> messages = new LinkedHashMap<>();
    final List<Long> connects = new ArrayList<>();
    final Path<String> path;
    boolean tellsReceipt = true;
    double loss;
    long serviceNanos;
    /** Returns whether requests that are answered at a time are refused with 503, with a pause for the source. */
    LongPredicate refuses = nanos -> false;

    Duration retryAfter = Duration.ZERO;

    /** Returns whether a relay between source and destination drops the bytes that it receives at a time. */
    LongPredicate swallows = nanos -> false;

    final List<Long> asked = new ArrayList<>();

    /** True if the destination cannot be asked for acknowledgements. */
    boolean asksFail;

    long lastRefusedNanos;
    long lastAcknowledgedNanos;
    int open;
    int mostOpenWhileCut;
    int mostOpenOfAMessage;

    private final Random random;
    private final LongPredicate cut;
    private final long oneWayNanos;
    private final Sequence<String> sequence;
    private final TreeSet<Long> arrived = new TreeSet<>();
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::order));
    private long order;

    private record Event(long at, long order, LongConsumer action) {}

    VirtualLink(OracleFactory oracles, Random random, long oneWayNanos, LongPredicate cut) {
        this(oracles, random, oneWayNanos, cut, false);
    }

    VirtualLink(OracleFactory oracles, Random random, long oneWayNanos, LongPredicate cut, boolean inOrder) {
        this(oracles, random, oneWayNanos, cut, inOrder, new ManualClock(), new SharedWindow(10_000, Long.MAX_VALUE));
    }

    /** Makes one of several links that share a clock and a window. */
    VirtualLink(
            OracleFactory oracles,
            Random random,
            long oneWayNanos,
            LongPredicate cut,
            boolean inOrder,
            ManualClock clock,
            SharedWindow shared) {
        this.clock = clock;
        this.random = random;
        this.oneWayNanos = oneWayNanos;
        this.cut = cut;
        PathSettings settings =
                new PathSettings("canary", oracles, 0, Duration.ZERO, 256, Long.MAX_VALUE, true, true, null);
        path = new Path<>(
                new PathName("endpoint", "http://destination"),
                settings,
                PathResources.withoutThreads(clock),
                shared,
                content -> content,
                this::carryOut);
        sequence = Sequence.open(path, "s", inOrder, Resend.ALL).orElseThrow();
    }

    void send(long number, long atNanos) {
        at(atNanos, now -> {
            messages.put(number, new Written());
            Message<String> message = PathFixture.message(sequence, number);
            path.add(message, now);
            path.transmit(message, now).ifPresent(attempt -> transmit(message, attempt));
        });
    }

    /** Runs until all messages are acknowledged; fails if that takes too long. */
    void run(long atMostNanos) {
        for (int steps = 0; !events.isEmpty() || path.backlog().unresolved() > 0; steps++) {
            if (steps > MOST_STEPS) {
                throw new IllegalStateException("does not end: " + path.status(clock.nanoTime()));
            }
            step();
            if (clock.nanoTime() > atMostNanos) {
                if (path.backlog().unresolved() == 0) {
                    return;
                }
                throw new IllegalStateException("too slow: " + path.status(clock.nanoTime()));
            }
        }
    }

    /** Runs the next event, or expires the messages that are due before it. */
    private void step() {
        long now = clock.nanoTime();
        long dueIn = path.nanosUntilDue(now);
        Event next = events.peek();
        if (next != null && (dueIn == Long.MAX_VALUE || next.at - now <= dueIn)) {
            events.remove();
            clock.set(Math.max(now, next.at));
            next.action.accept(clock.nanoTime());
        } else if (dueIn == Long.MAX_VALUE) {
            throw new IllegalStateException("nothing will ever be due: " + path.status(clock.nanoTime()));
        } else {
            clock.advance(dueIn);
            // As the timer does: asking may not change the time that is due.
            if (path.nanosUntilDue(clock.nanoTime()) <= 0) {
                path.expire(clock.nanoTime());
            }
        }
    }

    /** Returns the time of the next step; {@link Long#MAX_VALUE} for never. */
    private long nextNanos() {
        long now = clock.nanoTime();
        long dueIn = path.nanosUntilDue(now);
        long due = dueIn == Long.MAX_VALUE ? dueIn : now + Math.max(0, dueIn);
        Event next = events.peek();
        return next == null ? due : Math.min(due, Math.max(now, next.at));
    }

    /** Runs links with the same clock until a time. */
    static void run(List<VirtualLink> links, long untilNanos) {
        while (true) {
            VirtualLink next = links.stream()
                    .min(Comparator.comparingLong(VirtualLink::nextNanos))
                    .orElseThrow();
            if (next.nextNanos() > untilNanos) {
                return;
            }
            next.step();
        }
    }

    Written written(long number) {
        return Objects.requireNonNull(messages.get(number));
    }

    double meanUrc() {
        return messages.values().stream().mapToInt(Written::urc).average().orElse(0);
    }

    private void at(long atNanos, LongConsumer action) {
        events.add(new Event(atNanos, order++, action));
    }

    private boolean passes(long atNanos) {
        return !cut.test(atNanos);
    }

    /** The connections of one attempt. */
    private final class Racing {
        final Message<String> message;
        final Attempt attempt;
        final Map<Integer, Long> connecting = new HashMap<>();
        final Set<Integer> standing = new HashSet<>();
        int made;
        boolean stopped;
        boolean swallowed;

        Racing(Message<String> message, Attempt attempt) {
            this.message = message;
            this.attempt = attempt;
        }

        void race(int most) {
            if (connecting.size() >= most) {
                close(connecting.keySet().stream().sorted().skip(1).findFirst().orElseThrow());
            }
            open();
        }

        void open() {
            int id = made++;
            long now = clock.nanoTime();
            connects.add(now);
            connecting.put(id, now);
            open++;
            if (cut.test(now) && cut.test(now - SECOND)) {
                mostOpenWhileCut = Math.max(mostOpenWhileCut, open);
            }
            mostOpenOfAMessage = Math.max(mostOpenOfAMessage, connecting.size());
            long retry = SECOND;
            long syn = now;
            for (int i = 0; i < RETRIES; i++) {
                at(syn, t -> syn(id, t));
                syn += retry;
                retry *= 2;
            }
        }

        private void syn(int id, long t) {
            if (connecting.containsKey(id) && passes(t) && random.nextDouble() >= loss) {
                at(t + 2 * oneWayNanos, back -> {
                    if (passes(back)) {
                        stand(id, back);
                    }
                });
            }
        }

        private void stand(int id, long t) {
            Long since = connecting.get(id);
            if (since == null || stopped || !standing.add(id)) {
                return;
            }
            // The connection that was set up stays open, the others are closed.
            List.copyOf(connecting.keySet()).forEach(each -> {
                if (each != id) {
                    close(each);
                }
            });
            attempt.connected(t - since);
            if (attempt.advance(Phase.CONNECTED) && attempt.advance(Phase.WRITTEN)) {
                write(id);
            }
        }

        private void write(int id) {
            Written written = written(message.number());
            written.writes++;
            if (written.arrivals == 0) {
                written.lostBeforeFirst++;
            }
            segment(id, clock.nanoTime(), FIRST_RETRY, new boolean[1]);
        }

        private void segment(int id, long sentNanos, long retryNanos, boolean[] delivered) {
            at(sentNanos, t -> {
                if (!connecting.containsKey(id)) {
                    return;
                }
                boolean through = passes(t) && passes(t + oneWayNanos);
                if (through && !delivered[0]) {
                    delivered[0] = true;
                    at(t + oneWayNanos, this::arrive);
                }
                if (through && passes(t + 2 * oneWayNanos)) {
                    at(t + 2 * oneWayNanos, back -> received(id, back));
                } else {
                    segment(id, t + retryNanos, Math.min(60 * SECOND, 2 * retryNanos), delivered);
                }
            });
        }

        private void arrive(long t) {
            if (swallows.test(t)) {
                swallowed = true;
                return;
            }
            Written written = written(message.number());
            if (written.arrivals++ == 0) {
                // This one is the first to arrive, so it is not lost.
                written.lostBeforeFirst--;
                written.arrivedNanos = t;
            }
            if (!refuses.test(t)) {
                arrived.add(message.number());
            }
        }

        private void received(int id, long t) {
            if (connecting.containsKey(id)) {
                if (tellsReceipt) {
                    attempt.advance(Phase.RECEIVED);
                }
                if (!swallowed) {
                    answer(id, t + serviceNanos, FIRST_RETRY);
                }
            }
        }

        private void answer(int id, long sentNanos, long retryNanos) {
            at(sentNanos, t -> {
                if (!connecting.containsKey(id)) {
                    return;
                }
                if (!passes(t)) {
                    answer(id, t + retryNanos, Math.min(60 * SECOND, 2 * retryNanos));
                    return;
                }
                attempt.advance(Phase.RESPONDED);
                if (!arrived.contains(message.number())) {
                    lastRefusedNanos = t;
                    attempt.fail(new RetryLater(retryAfter, new IOException("503")));
                    close(id);
                    return;
                }
                lastAcknowledgedNanos = t;
                sequence.acknowledge(ranges(), arrived.last(), clock.nanoTime(), clock.nanoTime(), number -> null);
                attempt.advance(Phase.ANSWERED);
                close(id);
            });
        }

        void stop() {
            stopped = true;
            List.copyOf(connecting.keySet()).forEach(this::close);
        }

        private void close(int id) {
            if (connecting.remove(id) != null) {
                open--;
            }
        }
    }

    private long[] ranges() {
        List<Long> bounds = new ArrayList<>();
        long last = Long.MIN_VALUE;
        for (long number : arrived) {
            if (number != last + 1) {
                bounds.add(number);
                bounds.add(number);
            } else {
                bounds.set(bounds.size() - 1, number);
            }
            last = number;
        }
        return bounds.stream().mapToLong(Long::longValue).toArray();
    }

    private void transmit(Message<String> message, Attempt attempt) {
        at(clock.nanoTime(), now -> {
            Racing racing = new Racing(message, attempt);
            if (tellsReceipt) {
                attempt.tellReceipt();
            }
            attempt.onAbandon(racing::stop);
            attempt.onRace(racing::race);
            if (attempt.advance(Phase.CONNECTING)) {
                racing.open();
            }
        });
    }

    private void ask(Attempt attempt) {
        at(clock.nanoTime(), now -> {
            asked.add(now);
            attempt.advance(Phase.CONNECTING);
            if (asksFail) {
                attempt.abandon();
            }
        });
        at(clock.nanoTime() + 2 * oneWayNanos, now -> {
            if (attempt.phase() != Phase.CONNECTING || !passes(now)) {
                return;
            }
            attempt.advance(Phase.CONNECTED);
            attempt.advance(Phase.WRITTEN);
            attempt.advance(Phase.RECEIVED);
            if (!swallows.test(now)) {
                attempt.advance(Phase.RESPONDED);
                if (!arrived.isEmpty()) {
                    sequence.acknowledge(ranges(), arrived.last(), now, now, number -> null);
                }
                attempt.advance(Phase.ANSWERED);
            }
        });
    }

    private void carryOut(Act<String> act) {
        if (act instanceof Act.Transmit<String> due) {
            transmit(due.message(), due.attempt());
        } else if (act instanceof Act.Ask<String> due) {
            ask(due.attempt());
        } else if (act instanceof Act.PassOnRoom<String> room) {
            room.claim().proceed().accept(clock.nanoTime());
        } else if (!(act instanceof Act.WakeUp<String>)) { // The run asks the path itself.
            throw new IllegalStateException(act.toString());
        }
    }
}
