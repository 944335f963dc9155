package io.github.restartoracle.wsrm.internal.recovery;

import io.github.restartoracle.wsrm.recovery.PagedStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.rm.RMEndpoint;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RetransmissionQueue;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.apache.cxf.ws.rm.persistence.RMStore;
import org.jspecify.annotations.Nullable;

/**
 * Messages of an earlier process that CXF has recovered into its own queue before ours was installed: a client recovers them
 * while it is made, and features are applied to it only after that. CXF's queue does not hand its messages out, so they are
 * read from the store once more, as {@link RMManager} does it.
 */
public final class RecoveredMessages {
    private final Bus bus;
    private final RMEndpoint reliable;
    private final List<SourceSequence> sequences = new ArrayList<>();
    private final List<Message> messages = new ArrayList<>();

    private RecoveredMessages(Bus bus, RMEndpoint reliable) {
        this.bus = bus;
        this.reliable = reliable;
    }

    /**
     * Returns the endpoint of a client that is older than the queue, and lets the endpoint know the client, whose
     * interceptors recovered messages need.
     */
    public static Endpoint endpoint(Client client) {
        client.getEndpoint().put(Client.class.getName(), client);
        return client.getEndpoint();
    }

    /**
     * Returns the messages that CXF has recovered for an endpoint.
     *
     * @throws IllegalStateException if the queue holds other messages; no state was changed
     */
    public static RecoveredMessages of(Bus bus, RMManager manager, @Nullable Endpoint endpoint) {
        RetransmissionQueue queue = manager.getRetransmissionQueue();
        RMStore store = manager.getStore();
        RMEndpoint reliable = endpoint == null
                ? null
                : manager.findReliableEndpoint(endpoint.getService().getName());
        if (store != null && reliable != null) {
            RecoveredMessages recovered = new RecoveredMessages(bus, reliable);
            for (SourceSequence sequence : reliable.getSource().getAllSequences()) {
                recovered.read(sequence, queue.getUnacknowledgedMessageNumbers(sequence), store);
            }
            int held = recovered.sequences.stream()
                    .mapToInt(queue::countUnacknowledged)
                    .sum();
            if (held == recovered.messages.size() && held == queue.countUnacknowledged()) {
                return recovered;
            }
        }
        throw new IllegalStateException("the retransmission queue of the bus holds "
                + queue.countUnacknowledged()
                + " messages: install the restart oracle before the first client or endpoint is created; with a store,"
                + " put the feature on the bus");
    }

    /** Moves the messages from one queue to the other. */
    public void move(RetransmissionQueue from, RetransmissionQueue to) {
        // Not stopped, which would drop the content of the messages, and not purged, which would drop them from the
        // store.
        sequences.forEach(from::suspend);
        messages.forEach(to::addUnacknowledged);
    }

    /** Reads the messages of a sequence that are in the queue; the store may have more. */
    private void read(SourceSequence sequence, List<Long> numbers, RMStore store) {
        if (numbers.isEmpty()) {
            return;
        }
        Set<Long> wanted = new TreeSet<>(numbers);
        Collection<RMMessage> stored = store instanceof PagedStore paged
                ? paged.unacknowledged(sequence.getIdentifier(), Collections.min(wanted), Collections.max(wanted))
                : store.getMessages(sequence.getIdentifier(), true);
        if (stored == null || stored.isEmpty()) {
            return;
        }
        sequences.add(sequence);
        for (RMMessage kept : stored) {
            if (wanted.contains(kept.getMessageNumber())) {
                try {
                    messages.add(RecoveredMessage.of(bus, reliable, sequence, kept));
                } catch (IOException e) {
                    throw new IllegalStateException("a persisted message cannot be read", e);
                }
            }
        }
    }
}
