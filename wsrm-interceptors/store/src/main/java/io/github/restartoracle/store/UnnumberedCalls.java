package io.github.restartoracle.store;

import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.recovery.SequenceTakenException;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.ws.rm.RMEndpoint;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.slf4j.Logger;

/**
 * Calls that have no sequence yet. They are stored as messages of a line, a sequence that is unknown to the peer. Each open
 * endpoint has one line in each process. A call leaves its line when it gets a number in a real sequence. Thread-safe.
 */
final class UnnumberedCalls {
    private static final Logger LOG = Logs.of(UnnumberedCalls.class);
    private static final String BEGINNING = MessageId.PARKED + ":";

    private final DataSourceStore store;
    private final Map<Endpoint, Line> open = new WeakHashMap<>();
    /** The names of all lines of an endpoint, including those of earlier processes. */
    private final Map<Endpoint, List<String>> names = new WeakHashMap<>();
    /** The calls of transactions of which it is not known if they have committed. */
    private final Map<MessageId, JoinedCall> doubtful = new ConcurrentHashMap<>();

    private final DeferredWork asking;

    /** A line of an endpoint, which gives its calls their names. Thread-safe. */
    private static final class Line {
        private final SourceSequence sequence;
        private final EndpointKey key;
        private final AtomicLong last = new AtomicLong();
        private volatile boolean created;

        Line(RMEndpoint endpoint, EndpointKey key) {
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

    private record JoinedCall(Endpoint endpoint, Line line, RMMessage call, Consumer<Boolean> ended) {}

    UnnumberedCalls(DataSourceStore store, ScheduledExecutorService executor) {
        this.store = store;
        this.asking = new DeferredWork("Asking for the calls of a delivery", executor, 0, this::resolve);
    }

    static boolean isLine(String sequence) {
        return sequence.startsWith(BEGINNING);
    }

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
        if (!line.created) {
            // Without a lock, because the database may be slow. If two lines are created at once, one stays empty.
            store.outgoing.create(line.sequence, line.key);
            open(endpoint.getApplicationEndpoint(), line);
        }
        return line;
    }

    /** Returns the line of an endpoint that takes new calls, or one that is to be created. */
    private Line openOrNew(RMEndpoint endpoint) {
        Endpoint application = endpoint.getApplicationEndpoint();
        synchronized (open) {
            Line present = open.get(application);
            if (present != null) {
                return present;
            }
        }
        Line line = new Line(endpoint, store.recovery.key(endpoint));
        has(application, line.sequence);
        return line;
    }

    /**
     * Opens a line that was created, unless another one is open. If the endpoint was closed meanwhile, another endpoint of its
     * kind may recover it.
     */
    private void open(Endpoint endpoint, Line line) {
        synchronized (open) {
            line.created = true;
            if (names.getOrDefault(endpoint, List.of()).contains(line.identifier())) {
                open.putIfAbsent(endpoint, line);
                return;
            }
        }
        store.outgoing.drop(line.sequence);
    }

    /** Gives a line no more calls, because a transaction with it has failed; forgets it if it is not in the database. */
    private void leave(Endpoint endpoint, Line line, boolean gone) {
        synchronized (open) {
            open.remove(endpoint, line);
            if (gone && names.containsKey(endpoint)) {
                names.get(endpoint).remove(line.identifier());
            }
        }
        if (gone) {
            store.outgoing.drop(line.sequence);
        }
    }

    /** Finds out, in the background, what has become of a call whose transaction has failed while it was committed. */
    private void ask(JoinedCall joined) {
        MessageId name = new MessageId(joined.line().identifier(), joined.call().getMessageNumber());
        doubtful.put(name, joined);
        asking.add(name.sequence(), Numbers.of(List.of(name.number())));
    }

    /** Waits until the transaction has certainly ended. Then the calls get numbers, unless they are not there. */
    private void resolve(String sequence, Numbers numbers) {
        doubtful.forEach((name, joined) -> {
            if (name.sequence().equals(sequence) && numbers.contains(name.number())) {
                store.outgoing.awaitWrites(joined.line().sequence, joined.line().key);
                boolean there = !store.outgoing.isAcknowledged(sequence);
                if (!there) {
                    store.outgoing.end(sequence);
                    leave(joined.endpoint(), joined.line(), true);
                }
                // Not before: if the database fails here, all this is repeated.
                doubtful.remove(name);
                joined.ended().accept(there);
            }
        });
    }

    void has(Endpoint endpoint, SourceSequence line) {
        synchronized (open) {
            names.computeIfAbsent(endpoint, key -> new ArrayList<>(1))
                    .add(line.getIdentifier().getValue());
        }
    }

    /** Removes an endpoint that is closed. Returns its lines, which another endpoint of its kind may recover. */
    List<String> closed(Endpoint endpoint) {
        synchronized (open) {
            open.remove(endpoint);
            List<String> left = names.remove(endpoint);
            return left == null ? List.of() : left;
        }
    }

    /**
     * The calls that a service makes in the transaction of its delivery. They are written just before the commit, so that it
     * holds no lock on their lines for as long as the service runs.
     * Not thread-safe; confined to the thread of the delivery.
     */
    final class Joined {
        private final List<JoinedCall> calls = new ArrayList<>(0);
        /** The lines of the calls, which are open or are created by the transaction. */
        private final Map<Endpoint, Line> used = new LinkedHashMap<>(0);

        private final Set<Line> created = new LinkedHashSet<>(0);
        private boolean written;

        MessageId add(RMEndpoint endpoint, RMMessage call, Consumer<Boolean> ended) {
            Endpoint application = endpoint.getApplicationEndpoint();
            Line line = used.computeIfAbsent(application, key -> openOrNew(endpoint));
            calls.add(new JoinedCall(application, line, call, ended));
            return line.name(call);
        }

        /** Writes the calls in a transaction that is about to commit. */
        void write(Connection connection) throws SQLException, IOException {
            for (Line line : used.values()) {
                if (!line.created) {
                    created.add(line);
                    store.outgoing.create(connection, line.sequence, line.key);
                }
                List<RMMessage> own = calls.stream()
                        .filter(joined -> joined.line() == line)
                        .map(JoinedCall::call)
                        .toList();
                store.outgoing.add(connection, line.sequence, own);
            }
            written = !calls.isEmpty();
        }

        /** Reports the outcome of the transaction to its calls. Does not throw. */
        void end(boolean committed) {
            boolean unknown = written && !committed;
            used.forEach((endpoint, line) -> {
                if (committed && created.contains(line)) {
                    open(endpoint, line);
                } else if (!committed) {
                    leave(endpoint, line, created.contains(line) && !unknown);
                }
            });
            for (JoinedCall joined : calls) {
                try {
                    if (unknown) {
                        ask(joined);
                    } else {
                        joined.ended().accept(committed);
                    }
                } catch (RuntimeException | Error e) {
                    LOG.error("A call of a delivery is left to the next process", e);
                } finally {
                    Messages.release(joined.call());
                }
            }
            calls.clear();
            used.clear();
        }
    }
}
