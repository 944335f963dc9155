package io.github.restartoracle.store;

import io.github.restartoracle.wsrm.event.MessageId;
import io.github.restartoracle.wsrm.recovery.SequenceTakenException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.WeakHashMap;
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

    private record Line(SourceSequence sequence, AtomicLong last) {}

    private final DataSourceStore store;
    /** The lines that take new calls. */
    private final Map<Endpoint, Line> open = new WeakHashMap<>();
    /** The names of all lines of an endpoint, including those of earlier processes. */
    private final Map<Endpoint, List<String>> names = new WeakHashMap<>();

    UnnumberedCalls(DataSourceStore store) {
        this.store = store;
    }

    /** Tells if a sequence is a line. */
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
            forget(endpoint.getApplicationEndpoint(), line);
            return add(line(endpoint), call);
        }
    }

    private MessageId add(Line line, RMMessage call) {
        call.setMessageNumber(line.last().incrementAndGet());
        store.persistOutgoing(line.sequence(), call);
        return new MessageId(line.sequence().getIdentifier().getValue(), call.getMessageNumber());
    }

    private Line line(RMEndpoint reliable) {
        Endpoint endpoint = reliable.getApplicationEndpoint();
        synchronized (open) {
            Line present = open.get(endpoint);
            if (present != null) {
                return present;
            }
        }
        // Without the lock, because the database may be slow. If two lines are created at once, one stays empty.
        SourceSequence sequence = new SourceSequence(
                Messages.identifier(BEGINNING + UUID.randomUUID()),
                reliable.getConfiguration().getProtocolVariation());
        store.create(sequence, reliable);
        has(endpoint, sequence);
        synchronized (open) {
            return open.computeIfAbsent(endpoint, key -> new Line(sequence, new AtomicLong()));
        }
    }

    /** Adds a line to an endpoint. */
    void has(Endpoint endpoint, SourceSequence line) {
        synchronized (open) {
            names.computeIfAbsent(endpoint, key -> new ArrayList<>(1))
                    .add(line.getIdentifier().getValue());
        }
    }

    private void forget(Endpoint endpoint, Line line) {
        synchronized (open) {
            open.remove(endpoint, line);
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
