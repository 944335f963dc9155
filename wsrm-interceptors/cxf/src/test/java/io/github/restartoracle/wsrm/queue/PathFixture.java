package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.oracle.RetransmissionOracle;
import io.github.restartoracle.oracle.RttSample;
import io.github.restartoracle.pending.Echo;
import io.github.restartoracle.time.ManualClock;
import io.github.restartoracle.wsrm.attempt.Attempt;
import io.github.restartoracle.wsrm.attempt.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.ws.rm.v200702.Identifier;

/** A path in virtual time whose attempts go nowhere; what leaves is noted as {@code message#attempt@millis}. */
final class PathFixture implements Dispatch {
    static final long MILLIS = 1_000_000;

    /** A fixed timeout that can be changed, and everything the oracle is told. */
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
    final List<String> trace = new ArrayList<>();
    final Map<String, Attempt> attempts = new HashMap<>();
    final Map<Attempt, Outgoing> messages = new HashMap<>();
    final Path path;
    final OutboundSequence sequence;
    long dueInNanos;
    private int added;

    PathFixture(long timeoutMillis, int maxInFlight, boolean inOrder) {
        this(timeoutMillis, 0, maxInFlight, inOrder, true);
    }

    PathFixture(long timeoutMillis, int maxInFlight, Places places) {
        this(timeoutMillis, 0, Duration.ZERO, maxInFlight, false, true, places);
    }

    PathFixture(long timeoutMillis, Duration giveUpAfter) {
        this(timeoutMillis, 0, giveUpAfter, 8, false, true, new Places(1000));
    }

    PathFixture(long timeoutMillis, int maxAttempts, int maxInFlight, boolean inOrder, boolean abandonAcknowledged) {
        this(timeoutMillis, maxAttempts, Duration.ZERO, maxInFlight, inOrder, abandonAcknowledged, new Places(1000));
    }

    private PathFixture(
            long timeoutMillis,
            int maxAttempts,
            Duration giveUpAfter,
            int maxInFlight,
            boolean inOrder,
            boolean abandonAcknowledged,
            Places places) {
        oracle.timeoutNanos = timeoutMillis == Long.MAX_VALUE ? RetransmissionOracle.NEVER : timeoutMillis * MILLIS;
        oracle.maxAttempts = maxAttempts == 0 ? Integer.MAX_VALUE : maxAttempts;
        path = new Path(
                "endpoint",
                "http://destination",
                new PathSettings(
                        "noting", () -> oracle, maxAttempts, giveUpAfter, maxInFlight, abandonAcknowledged, clock),
                places,
                this);
        sequence = sequence("s", inOrder);
    }

    OutboundSequence sequence(String name, boolean inOrder) {
        Identifier identifier = new Identifier();
        identifier.setValue(name);
        path.join();
        return new OutboundSequence(identifier, path, inOrder);
    }

    static Template template() {
        SoapMessage message = new SoapMessage(new MessageImpl());
        Exchange exchange = new ExchangeImpl();
        exchange.setOutMessage(message);
        return new Template(message, false);
    }

    /** A captured message whose first attempt is due now. */
    Outgoing send(long number) {
        return send(sequence, number, false);
    }

    Outgoing send(OutboundSequence to, long number, boolean inPlace) {
        Outgoing message = new Outgoing(to, number, template(), inPlace);
        path.add(message);
        if (inPlace) {
            note(message, path.departInPlace(message, clock.nanoTime()));
        } else {
            path.depart(message, clock.nanoTime());
        }
        added++;
        return message;
    }

    int added() {
        return added;
    }

    /** Lets time pass and does what is due, as the timer would. */
    void advance(long millis) {
        clock.advance(millis * MILLIS);
        if (path.nanosUntilDue(clock.nanoTime()) <= 0) {
            path.expire(clock.nanoTime());
        }
    }

    List<Settled> acknowledge(long... ranges) {
        return apply(ranges).settled();
    }

    Applied apply(long... ranges) {
        return path.acknowledge(sequence, ranges, sequence.highestNumber(), clock.nanoTime(), number -> null);
    }

    List<Settled> acknowledge(Echo echo, long... ranges) {
        return path.acknowledge(sequence, ranges, sequence.highestNumber(), clock.nanoTime(), number -> echo)
                .settled();
    }

    PathStatus status() {
        return path.status(clock.nanoTime());
    }

    /** The attempt that was noted as {@code message#attempt}. */
    Attempt attempt(String name) {
        Attempt attempt = attempts.get(name);
        if (attempt == null) {
            throw new NoSuchElementException(name + " never left; these did: " + attempts.keySet());
        }
        return attempt;
    }

    void connect(String name) {
        attempt(name).advance(Phase.CONNECTED);
    }

    /** The message is written, and no answer comes; its connection can be closed. */
    void hang(String name) {
        attempt(name).onAbandon(() -> {});
        attempt(name).advance(Phase.WRITTEN);
    }

    void answer(String name) {
        attempt(name).advance(Phase.ANSWERED);
    }

    /** What has left since this was last asked. */
    List<String> left() {
        List<String> left = List.copyOf(trace);
        trace.clear();
        return left;
    }

    private String note(Outgoing message, Attempt attempt) {
        String name = message.number + "#" + attempt.number();
        attempts.put(name, attempt);
        messages.put(attempt, message);
        return name;
    }

    @Override
    public void launch(Outgoing message, Attempt attempt, long dueNanos) {
        trace.add(note(message, attempt) + "@" + clock.nanoTime() / MILLIS);
    }

    @Override
    public void dueIn(long delayNanos) {
        dueInNanos = delayNanos;
    }

    @Override
    public void gaveUp(Outgoing message) {
        trace.add("gave up " + message.number + " after " + message.attemptsMade());
    }
}
