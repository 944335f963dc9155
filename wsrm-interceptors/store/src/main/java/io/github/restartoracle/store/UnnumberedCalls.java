package io.github.restartoracle.store;

import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.wsrm.recovery.SequenceTakenException;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.ws.rm.RMEndpoint;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.persistence.RMMessage;

/**
 * Calls that have no sequence yet. They are stored as messages of a line, a sequence that is unknown to the peer. Each open
 * endpoint has one line in each process. A call leaves its line when it gets a number in a real sequence.
 *
 * <p>Thread-safe.
 */
final class UnnumberedCalls {
    private static final String BEGINNING = MessageId.PARKED + ":";

    private final DataSourceStore store;
    /** The lines that take new calls. */
    private final Map<Endpoint, Line> open = new WeakHashMap<>();
    /** The names of all lines of an endpoint, including those of earlier processes. */
    private final Map<Endpoint, List<String>> names = new WeakHashMap<>();
    /** The calls of transactions of which it is not known if they have committed. */
    private final Map<MessageId, JoinedCalls.Joined> doubtful = new ConcurrentHashMap<>();

    private final DeferredWork asking;

    /** A line of an endpoint, which gives its calls their names. Thread-safe. */
    static final class Line {
        final SourceSequence sequence;
        final EndpointKey key;
        private final AtomicLong last = new AtomicLong();
        private volatile boolean created;

        private Line(RMEndpoint endpoint, EndpointKey key) {
            this.key = key;
            this.sequence = new SourceSequence(
                    Messages.identifier(BEGINNING + UUID.randomUUID()),
                    endpoint.getConfiguration().getProtocolVariation());
        }

        String identifier() {
            return sequence.getIdentifier().getValue();
        }

        MessageId name(RMMessage call) {
            call.setMessageNumber(last.incrementAndGet());
            return new MessageId(identifier(), call.getMessageNumber());
        }
    }

    UnnumberedCalls(DataSourceStore store, ScheduledExecutorService executor) {
        this.store = store;
        this.asking = new DeferredWork("Asking for the calls of a delivery", executor, 0, this::resolve);
    }

    /** Returns whether a sequence is a line. */
    static boolean isLine(String sequence) {
        return sequence.startsWith(BEGINNING);
    }

    /** Stores a call. */
    MessageId add(RMEndpoint endpoint, RMMessage call) {
        Line line = line(endpoint);
        try {
            return add(line, call);
        } catch (SequenceTakenException taken) {
            // This process was fenced, so the endpoint begins another line.
            leave(endpoint.getApplicationEndpoint(), line, false);
            return add(line(endpoint), call);
        }
    }

    private MessageId add(Line line, RMMessage call) {
        MessageId name = line.name(call);
        store.persistOutgoing(line.sequence, call);
        return name;
    }

    private Line line(RMEndpoint endpoint) {
        Line line = openOrNew(endpoint);
        if (!isOpen(line)) {
            // Without a lock, because the database may be slow. If two lines are created at once, one stays empty.
            store.create(line.sequence, endpoint);
            open(endpoint.getApplicationEndpoint(), line);
        }
        return line;
    }

    /** Returns the line of an endpoint that takes new calls, or one that is to be created. */
    Line openOrNew(RMEndpoint endpoint) {
        Endpoint application = endpoint.getApplicationEndpoint();
        synchronized (open) {
            Line present = open.get(application);
            if (present != null) {
                return present;
            }
        }
        Line line = new Line(endpoint, store.clientKey(endpoint));
        has(application, line.sequence);
        return line;
    }

    boolean isOpen(Line line) {
        return line.created;
    }

    /**
     * Opens a line that was created, unless another one is open. If the endpoint was closed meanwhile, another endpoint of its
     * kind may recover it.
     */
    void open(Endpoint endpoint, Line line) {
        synchronized (open) {
            line.created = true;
            if (names.getOrDefault(endpoint, List.of()).contains(line.identifier())) {
                open.putIfAbsent(endpoint, line);
                return;
            }
        }
        store.drop(line.sequence);
    }

    /** Gives a line no more calls, because a transaction with it has failed; forgets it if it is not in the database. */
    void leave(Endpoint endpoint, Line line, boolean gone) {
        synchronized (open) {
            open.remove(endpoint, line);
            if (gone && names.containsKey(endpoint)) {
                names.get(endpoint).remove(line.identifier());
            }
        }
        if (gone) {
            store.drop(line.sequence);
        }
    }

    /** Creates a line in a transaction. */
    void create(Connection connection, Line line) throws SQLException, IOException {
        store.create(connection, line.sequence, line.key);
    }

    /** Writes calls in a transaction. */
    void write(Connection connection, Line line, List<RMMessage> calls) throws SQLException, IOException {
        store.write(connection, line.sequence, calls);
    }

    /** Finds out, in the background, what has become of a call whose transaction has failed while it was committed. */
    void ask(JoinedCalls.Joined joined) {
        String line = joined.line().identifier();
        long number = joined.call().getMessageNumber();
        doubtful.put(new MessageId(line, number), joined);
        asking.add(line, Numbers.of(List.of(number)));
    }

    /** Waits until the transaction has certainly ended. Then the calls get numbers, unless they are not there. */
    private void resolve(String sequence, Numbers numbers) {
        doubtful.forEach((name, joined) -> {
            if (name.sequence().equals(sequence) && numbers.contains(name.number())) {
                store.awaitWrites(joined.line().sequence, joined.line().key);
                doubtful.remove(name);
                boolean there = !store.isAcknowledged(sequence);
                if (!there) {
                    store.removeSourceSequence(joined.line().sequence.getIdentifier());
                    leave(joined.endpoint(), joined.line(), true);
                }
                joined.ended().accept(there);
            }
        });
    }

    /** Adds a line to an endpoint. */
    void has(Endpoint endpoint, SourceSequence line) {
        synchronized (open) {
            names.computeIfAbsent(endpoint, key -> new ArrayList<>(1))
                    .add(line.getIdentifier().getValue());
        }
    }

    /**
     * Removes an endpoint that is closed.
     *
     * @return its lines, which another endpoint of its kind may recover
     */
    List<String> closed(Endpoint endpoint) {
        synchronized (open) {
            open.remove(endpoint);
            List<String> left = names.remove(endpoint);
            return left == null ? List.of() : left;
        }
    }
}
