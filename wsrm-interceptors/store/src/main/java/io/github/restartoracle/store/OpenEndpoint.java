package io.github.restartoracle.store;

import io.github.restartoracle.store.EndpointKey.Role;
import io.github.restartoracle.wsrm.internal.destination.ReceivingSide;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.recovery.RecoveredMessage;
import io.github.restartoracle.wsrm.internal.recovery.RecoveredSequence;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.transport.Conduit;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.RMEndpoint;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.SourceSequence;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * An open endpoint. It receives the sequences that an earlier process has left, and those of other processes.
 * Not thread-safe: called under the lock of {@link Recovery}.
 */
final class OpenEndpoint {
    private static final Logger LOG = Logs.of(OpenEndpoint.class);

    final Endpoint endpoint;
    final RMManager manager;
    private final DataSourceStore store;
    private final ReceivingSide receiving;
    private final @Nullable Client client;
    private final Runnable onRecovered;
    /** Sequences of other processes: their messages are sent, but no new message is added to them. */
    private final List<SourceSequence> adopted = new CopyOnWriteArrayList<>();

    /** True if it has received all sequences that were left when it was opened. */
    private boolean recovered;

    OpenEndpoint(
            DataSourceStore store,
            RMManager manager,
            ReceivingSide receiving,
            Endpoint endpoint,
            @Nullable Client client,
            Runnable onRecovered) {
        this.store = store;
        this.onRecovered = onRecovered;
        this.manager = manager;
        this.receiving = receiving;
        this.endpoint = endpoint;
        this.client = client;
    }

    /** Returns the present key: the address of a client may change. */
    EndpointKey key() {
        return EndpointKey.of(endpoint, client == null ? Role.SERVER : Role.CLIENT, manager.getBus());
    }

    boolean isRecovered() {
        return recovered;
    }

    /** Gives the endpoint its sequences that this process owns and does not work with. Returns false if that failed for one. */
    boolean recover() {
        long token = store.nodes.token();
        boolean complete = true;
        store.outgoing.writes.settle();
        if (key().role() == Role.SERVER) {
            store.sourceTables.removeAnswers(token);
        }
        for (SourceTables.Stored stored : left(token)) {
            complete &= attempt(stored.sequence(), () -> source(stored, token));
        }
        for (StoredDestination stored : store.destinationTables.of(key(), token, id -> !store.destinations.holds(id))) {
            complete &= attempt(stored.identifier(), () -> destination(stored, token));
        }
        forgetDone();
        if (complete && !recovered) {
            recovered = true;
            onRecovered.run();
        }
        return complete;
    }

    /**
     * Returns the source sequences that this process owns and does not work with. Another client may end a sequence and remove it
     * after the first look at the database; the second look does not find it then.
     */
    private List<SourceTables.Stored> left(long token) {
        Set<String> unused = store.sourceTables.of(key(), token).stream()
                .map(SourceTables.Stored::identifier)
                .filter(identifier -> !store.outgoing.isInUse(identifier))
                .collect(Collectors.toSet());
        return unused.isEmpty()
                ? List.of()
                : store.sourceTables.of(key(), token).stream()
                        .filter(stored -> unused.contains(stored.identifier()))
                        .toList();
    }

    /** Removes sequences of other processes whose messages are all acknowledged. */
    void forgetDone() {
        adopted.removeIf(this::isDone);
    }

    private boolean attempt(Object sequence, Runnable step) {
        try {
            step.run();
            return true;
        } catch (RuntimeException e) {
            LOG.error("Sequence {} cannot be assigned to {}; trying again", sequence, key(), e);
            return false;
        }
    }

    private void source(SourceTables.Stored stored, long token) {
        SourceSequence sequence = stored.sequence();
        store.outgoing.writes.recovered(stored.identifier());
        if (stored.messages() == 0 && !isOffered(sequence)) {
            store.sourceTables.remove(stored.identifier(), token);
            return;
        }
        LOG.info(
                "{} messages of sequence {} are recovered for {}, {} of them were given up before",
                stored.messages(),
                sequence,
                key(),
                stored.givenUp());
        RMEndpoint reliable = reliable();
        store.sources.hold(sequence, token);
        try {
            // The destination may have forgotten a sequence whose messages were all given up.
            boolean over = stored.messages() > 0 && stored.givenUp() == stored.messages();
            if (UnnumberedCalls.isLine(stored.identifier())) {
                store.calls.has(endpoint, sequence);
            } else if (over || stored.forsaken() || (recovered && sequence.getOfferingSequenceIdentifier() == null)) {
                reliable.getSource().addSequence(sequence, false);
                adopted.add(sequence);
            } else {
                RecoveredSequence.goOn(reliable.getSource(), sequence);
            }
            store.backlogs.add(sequence, reliable, stored);
        } catch (RuntimeException | Error e) {
            store.sources.drop(stored.identifier());
            stop(sequence);
            throw e;
        }
    }

    private void destination(StoredDestination stored, long token) {
        RMEndpoint reliable = reliable();
        DestinationSequence sequence = stored.sequence();
        LOG.info(
                "Sequence {} is now received by {}; {} ranges of its messages are still to be delivered",
                sequence,
                key(),
                stored.undelivered().ranges().size());
        store.destinations.hold(sequence, token);
        try {
            reliable.getDestination().addSequence(sequence, false);
            store.received.recovered(stored);
            if (client == null) {
                receiving.bound(sequence);
            }
            receiving.recoverGivenUp(sequence, stored.givenUp());
            receiving.recover(sequence, stored.undelivered().stream());
            if (stored.ended()
                    && stored.undelivered().isEmpty()
                    && stored.givenUp().isEmpty()) {
                reliable.getDestination().removeSequence(sequence);
            }
        } catch (RuntimeException | Error e) {
            store.destinations.drop(stored.identifier());
            stop(sequence);
            throw e;
        }
    }

    /**
     * Returns whether a sequence was offered with one that is still received: it must take the answers, no other can be
     * created.
     */
    private boolean isOffered(SourceSequence sequence) {
        String offering = Messages.value(sequence.getOfferingSequenceIdentifier());
        return offering != null && store.destinationTables.owner(offering) != null;
    }

    private boolean isDone(SourceSequence sequence) {
        String identifier = sequence.getIdentifier().getValue();
        if (!store.sources.holds(identifier)) {
            return true;
        }
        boolean done = manager.getRetransmissionQueue().countUnacknowledged(sequence) == 0
                && store.outgoing.isAcknowledged(identifier);
        if (done) {
            sequence.getSource().removeSequence(sequence);
        }
        return done;
    }

    /** Stops sequences that another process owns now; the store has dropped them. */
    void giveUp(List<SourceSequence> sources, List<DestinationSequence> destinations) {
        adopted.removeAll(sources);
        sources.stream().filter(sequence -> isSentBy(endpoint, sequence)).forEach(this::stop);
        destinations.stream().filter(this::isHere).forEach(this::stop);
    }

    static boolean isSentBy(Endpoint endpoint, SourceSequence sequence) {
        return sequence.getSource() != null
                && sequence.getSource()
                        .getReliableEndpoint()
                        .getApplicationEndpoint()
                        .equals(endpoint);
    }

    void terminate(DestinationSequence sequence) {
        if (isHere(sequence)) {
            receiving.terminate(sequence);
        }
    }

    @SuppressWarnings("ReferenceEquality") // a later object for the same sequence is to stay
    private boolean isHere(DestinationSequence sequence) {
        return reliable().getDestination().getSequence(sequence.getIdentifier()) == sequence;
    }

    private void stop(SourceSequence sequence) {
        manager.getRetransmissionQueue().stop(sequence);
        if (sequence.getSource() != null) {
            sequence.getSource().setCurrent(null);
            sequence.getSource().removeSequence(sequence);
        }
    }

    private void stop(DestinationSequence sequence) {
        receiving.stop(sequence);
        reliable().getDestination().removeSequence(sequence);
    }

    /** Returns CXF's WS-RM endpoint, which CXF looks up by a message of the endpoint. */
    private RMEndpoint reliable() {
        Conduit conduit = client == null ? null : client.getConduit();
        try {
            return manager.getReliableEndpoint(RecoveredMessage.described(manager.getBus(), endpoint, conduit));
        } catch (RMException e) {
            throw new IllegalStateException(e);
        }
    }
}
