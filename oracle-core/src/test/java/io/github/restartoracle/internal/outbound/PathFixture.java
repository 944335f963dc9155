package io.github.restartoracle.internal.outbound;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.PathResources;
import io.github.restartoracle.internal.attempt.Phase;
import io.github.restartoracle.internal.attempt.SequenceRefusedException;
import io.github.restartoracle.internal.attempt.SequenceRefusedException.Code;
import io.github.restartoracle.internal.outbound.Applied.Settled;
import io.github.restartoracle.internal.outbound.Message.Kind;
import io.github.restartoracle.internal.pending.Echo;
import io.github.restartoracle.internal.sequence.Resend;
import io.github.restartoracle.internal.sequence.SequenceState;
import io.github.restartoracle.internal.window.SharedWindow;
import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.oracle.OracleFactory;
import io.github.restartoracle.oracle.RetransmissionOracle;
import io.github.restartoracle.oracle.RttSample;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.status.PathName;
import io.github.restartoracle.status.PathStatus;
import io.github.restartoracle.status.SampleUse;
import io.github.restartoracle.time.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.stream.LongStream;

/** A path in virtual time whose attempts are not sent; dispatches are noted as {@code message#attempt@millis}. */
public final class PathFixture {
    public static final long MILLIS = 1_000_000;

    /** An oracle with a fixed timeout that can be changed, which notes all calls. */
    static final class NotingOracle implements RetransmissionOracle {
        long timeoutNanos;
        int maxAttempts = Integer.MAX_VALUE;
        final List<RttSample> samples = new ArrayList<>();
        final Map<String, Double> state = new HashMap<>();
        int timeouts;

        @Override
        public long timeoutNanos(int attempt) {
            return timeoutNanos;
        }

        @Override
        public void onAcknowledgement(RttSample sample) {
            samples.add(sample);
        }

        @Override
        public void onTimeout(int attempt) {
            timeouts++;
        }

        @Override
        public boolean mayRestart(int attempt) {
            return attempt < maxAttempts;
        }

        @Override
        public Map<String, Double> describe() {
            return state;
        }
    }

    final ManualClock clock = new ManualClock();
    final NotingOracle oracle = new NotingOracle();
    /** The messages that wait for another sequence. */
    final List<Message<String>> parked = new ArrayList<>();

    final List<String> trace = new ArrayList<>();
    final Map<String, Attempt> attempts = new HashMap<>();
    public final Path<String> path;
    final Sequence<String> sequence;
    long dueInNanos;
    /** True if attempts stay where they are made, as if no thread were free to prepare them. */
    boolean stalls;

    private int added;

    public PathFixture(long timeoutMillis, int maxInFlight, boolean inOrder) {
        this(timeoutMillis, 0, maxInFlight, inOrder, true);
    }

    PathFixture(long timeoutMillis, int maxInFlight, SharedWindow shared) {
        this(timeoutMillis, 0, Duration.ZERO, maxInFlight, Long.MAX_VALUE, false, true, shared);
    }

    PathFixture(long timeoutMillis, Duration giveUpAfter) {
        this(timeoutMillis, 0, giveUpAfter, 8, Long.MAX_VALUE, false, true, wide());
    }

    PathFixture(long timeoutMillis, int maxAttempts, int maxInFlight, boolean inOrder, boolean abandonAcknowledged) {
        this(
                timeoutMillis,
                maxAttempts,
                Duration.ZERO,
                maxInFlight,
                Long.MAX_VALUE,
                inOrder,
                abandonAcknowledged,
                wide());
    }

    private PathFixture(
            long timeoutMillis,
            int maxAttempts,
            Duration giveUpAfter,
            int maxInFlight,
            long maxBytes,
            boolean inOrder,
            boolean abandonAcknowledged,
            SharedWindow shared) {
        oracle.timeoutNanos = timeoutMillis == Long.MAX_VALUE ? RetransmissionOracle.NEVER : timeoutMillis * MILLIS;
        oracle.maxAttempts = maxAttempts == 0 ? Integer.MAX_VALUE : maxAttempts;
        path = path(
                new PathSettings(
                        "noting",
                        OracleFactory.of(() -> oracle),
                        maxAttempts,
                        giveUpAfter,
                        maxInFlight,
                        maxBytes,
                        abandonAcknowledged,
                        true,
                        null),
                shared);
        sequence = sequence("s", inOrder);
    }

    /** Creates a path with another oracle, with a window of 256. */
    PathFixture(OracleFactory oracles) {
        this(oracles, Duration.ZERO);
    }

    /** Creates a path with the default oracle. */
    static PathFixture canary() {
        return new PathFixture(OracleCatalog.load().factory(Settings.of(Map.of("oracle", "canary"))));
    }

    PathFixture(OracleFactory oracles, Duration giveUpAfter) {
        path = path(new PathSettings("other", oracles, 0, giveUpAfter, 256, Long.MAX_VALUE, true, true, null), wide());
        sequence = sequence("s", false);
    }

    private Path<String> path(PathSettings settings, SharedWindow shared) {
        return new Path<>(
                new PathName("endpoint", "http://destination"),
                settings,
                PathResources.withoutThreads(clock),
                shared,
                content -> content,
                this::carryOut);
    }

    /** Creates a path with a limit on the bytes of messages in flight. */
    static PathFixture ofBytes(long maxBytes, SharedWindow shared) {
        return new PathFixture(100, 0, Duration.ZERO, 100, maxBytes, false, true, shared);
    }

    static SharedWindow wide() {
        return new SharedWindow(1000, Long.MAX_VALUE);
    }

    public long now() {
        return clock.nanoTime();
    }

    Sequence<String> sequence(String name, boolean inOrder) {
        return sequence(name, inOrder, Resend.ALL);
    }

    Sequence<String> sequence(String name, boolean inOrder, Resend resend) {
        return Sequence.open(path, name, inOrder, resend).orElseThrow();
    }

    static Message<String> message(Sequence<String> sequence, long number) {
        return sequence.message(number, "content", 1, Kind.ONE_WAY);
    }

    /** Adds a captured message whose first attempt is due now. */
    Message<String> send(long number) {
        return send(sequence, number, false);
    }

    Message<String> send(Sequence<String> to, long number, boolean callerWaits) {
        return send(to.message(number, "content", 1, callerWaits ? Kind.AWAITED_IN_TURN : Kind.ONE_WAY), callerWaits);
    }

    /** Adds a captured message of a caller. */
    Message<String> sendFrom(long caller, long number) {
        return send(message(sequence, number).from(caller));
    }

    Message<String> sendBytes(long number, long bytes) {
        return send(sequence.message(number, "content", bytes, Kind.ONE_WAY));
    }

    /** Adds a message whose first attempt is written, and whose answer a caller awaits. */
    Message<String> sendAwaited(long number) {
        return sendAwaited(sequence, number);
    }

    Message<String> sendAwaited(Sequence<String> to, long number) {
        Message<String> message = to.message(number, "content", 1, Kind.AWAITED);
        path.add(message, now());
        added++;
        note(message, path.transmitInPlace(message, now())).advance(Phase.WRITTEN);
        return message;
    }

    /** Adds a request of WS-RM itself whose first attempt is due now. */
    Message<String> request(Sequence<String> opened, long number, Requester requester) {
        return send(opened.request(number, "request", 1, requester), false);
    }

    /** Adds a captured message whose first attempt is due now. */
    Message<String> send(Message<String> message) {
        return send(message, false);
    }

    private Message<String> send(Message<String> message, boolean inPlace) {
        path.add(message, now());
        if (inPlace) {
            note(message, path.transmitInPlace(message, now())).advance(Phase.CONNECTED);
        } else {
            path.transmit(message, now()).ifPresent(attempt -> transmit(message, attempt));
        }
        added++;
        return message;
    }

    int added() {
        return added;
    }

    /** Lets time pass and runs the work that is due, as the timer would. */
    public void advance(long millis) {
        clock.advance(millis * MILLIS);
        if (path.nanosUntilDue(now()) <= 0) {
            path.expire(now());
        }
    }

    List<Settled<String>> acknowledge(long... ranges) {
        return apply(ranges).settled();
    }

    Applied<String> apply(long... ranges) {
        return sequence.acknowledge(ranges, highestNumber(), now(), now(), number -> null);
    }

    List<Settled<String>> acknowledge(Echo echo, long... ranges) {
        return sequence.acknowledge(ranges, highestNumber(), now(), now(), number -> echo)
                .settled();
    }

    /** Acknowledges single numbers in the answer to an attempt. */
    void acknowledgeInAnswerTo(String name, long... numbers) {
        attempt(name).advance(Phase.RESPONDED);
        apply(LongStream.of(numbers)
                .flatMap(number -> LongStream.of(number, number))
                .toArray());
        sequence.acknowledgedInAnswerTo(attempt(name), now());
        attempt(name).advance(Phase.ANSWERED);
    }

    /** Returns the dispatches that are no first ones. */
    List<String> restarts() {
        return trace.stream().filter(each -> !each.contains("#1@")).toList();
    }

    /** Returns the state of a sequence that the parts of the path share. */
    static SequenceState<Message<String>> of(Sequence<String> sequence) {
        return message(sequence, 1).sequence();
    }

    private long highestNumber() {
        return of(sequence).messages().highestNumber();
    }

    static int attempts(Settled<String> settled) {
        return settled.delivery().attempts();
    }

    static SampleUse use(Settled<String> settled) {
        return settled.delivery().use();
    }

    public PathStatus status() {
        return path.status(now());
    }

    /** Returns the attempt that was noted as {@code message#attempt}. */
    Attempt attempt(String name) {
        Attempt attempt = attempts.get(name);
        if (attempt == null) {
            throw new NoSuchElementException(name + " was never dispatched; these were: " + attempts.keySet());
        }
        return attempt;
    }

    void connect(String name) {
        attempt(name).advance(Phase.CONNECTED);
    }

    /** Lets a written message hang without an answer; its connection can be closed. */
    void hang(String name) {
        attempt(name).onAbandon(() -> {});
        attempt(name).advance(Phase.WRITTEN);
    }

    void answer(String name) {
        Attempt attempt = attempt(name);
        attempt.advance(Phase.RESPONDED);
        attempt.advance(Phase.ANSWERED);
    }

    /** Returns the dispatches since the last call. */
    List<String> left() {
        List<String> left = List.copyOf(trace);
        trace.clear();
        return left;
    }

    private Attempt note(Message<String> message, Attempt attempt) {
        attempts.put(message.number() + "#" + attempt.number(), attempt);
        return attempt;
    }

    void transmit(Message<String> message, Attempt attempt) {
        note(message, attempt);
        trace.add(message.number() + "#" + attempt.number() + "@" + now() / MILLIS);
        if (!stalls) {
            attempt.advance(Phase.CONNECTING);
        }
    }

    private void carryOut(Act<String> act) {
        if (act instanceof Act.Transmit<String> due) {
            transmit(due.message(), due.attempt());
        } else if (act instanceof Act.Ask<String> due) {
            due.attempt().abandon();
        } else if (act instanceof Act.WakeUp<String> wakeUp) {
            dueInNanos = wakeUp.delayNanos();
        } else if (act instanceof Act.PassOnRoom<String> room) {
            room.claim().proceed().accept(now());
        } else if (act instanceof Act.TellGivenUp<String> end) {
            trace.add("gave up " + end.message().number() + " after " + end.attempts());
        } else if (act instanceof Act.TellRequester<String> end) {
            end.requester().gaveUp(end.attempts(), end.reason());
        } else if (act instanceof Act.Close<String> end) {
            trace.add("ends without " + end.gap().number());
        } else if (act instanceof Act.Leave<String> end) {
            trace.add("left " + end.any().id().sequence() + " with "
                    + end.moved().size() + ", without " + end.lost().size());
            parked.addAll(end.moved());
        } else if (act instanceof Act.Forget<String> end) {
            trace.add("forgets " + end.kept().stream().map(Message::number).toList());
        } else if (act instanceof Act.Park<String> retried) {
            parked.addAll(retried.messages());
        } else {
            throw new IllegalStateException(act.toString());
        }
    }

    /** Has an attempt answered with a fault that refuses its sequence. */
    void refuse(String attempt, Code code) {
        attempt(attempt).advance(Phase.RESPONDED);
        attempt(attempt).refuse(new SequenceRefusedException(code));
        answer(attempt);
    }

    /** Returns the former numbers of the messages that move to another sequence. */
    List<Long> parkedNumbers() {
        return parked.stream().map(message -> message.id().number()).toList();
    }
}
