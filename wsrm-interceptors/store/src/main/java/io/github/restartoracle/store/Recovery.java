package io.github.restartoracle.store;

import io.github.restartoracle.store.EndpointKey.Role;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.rm.CxfInternals;
import io.github.restartoracle.wsrm.internal.runtime.Later;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.ws.rm.Destination;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.RMEndpoint;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.persistence.RMStoreException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Gives sequences to the endpoints that may have them, and takes away those that another process owns. Thread-safe.
 *
 * <p>The lease is renewed by another thread and never waits for this work.
 */
final class Recovery {
    private static final Logger LOG = Logs.of(Recovery.class);

    private final DataSourceStore store;
    private final ScheduledExecutorService executor;
    private final List<OpenEndpoint> endpoints = new CopyOnWriteArrayList<>();
    /** Sequences without an open endpoint, of which a warning was logged: an endpoint of their service has another address. */
    private final Set<EndpointKey> told = ConcurrentHashMap.newKeySet();

    /** True if this process may own sequences that no endpoint has; confined to the thread of the executor. */
    private boolean unfinished;

    Recovery(DataSourceStore store, ScheduledExecutorService executor) {
        this.store = store;
        this.executor = executor;
    }

    void start() {
        Future<?> unused = executor.scheduleWithFixedDelay(
                this::look, store.nodes.periodNanos(), store.nodes.periodNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * Adds an endpoint that was opened. It has all sequences that were left for it when this returns, unless the database does
     * not answer.
     */
    void opened(OpenEndpoint opened) {
        endpoints.add(0, opened);
        try {
            synchronized (this) {
                EndpointKey key = opened.key();
                store.outgoing.flush();
                store.nodes.takeOver(left -> left.admits(key));
                opened.recover();
            }
        } catch (RuntimeException e) {
            LOG.warn("Sequences of {} cannot be recovered yet; trying again", opened.key(), e);
        }
    }

    /** Removes an endpoint, so that another of its kind may recover its sequences. Returns those that it was receiving. */
    synchronized List<DestinationSequence> closed(Endpoint endpoint) {
        endpoints.removeIf(opened -> opened.endpoint.equals(endpoint));
        for (SourceSequence sequence : store.sources.dropIf(sequence -> OpenEndpoint.isSentBy(endpoint, sequence))) {
            store.backlogs.drop(sequence.getIdentifier().getValue());
        }
        for (String line : store.calls.closed(endpoint)) {
            store.sources.drop(line);
            store.backlogs.drop(line);
        }
        List<DestinationSequence> left = store.destinations.dropIf(sequence -> {
            Destination destination = CxfInternals.destination(sequence);
            return destination != null && destination.getEndpoint().equals(endpoint);
        });
        LOG.debug("{} sequences that {} was receiving are not recovered yet", left.size(), endpoint);
        return left;
    }

    /** Removes a client that has ended, and its sequences for answers: no caller waits for an answer. */
    synchronized void ended(Endpoint client) {
        for (DestinationSequence sequence : closed(client)) {
            try {
                boolean removed =
                        store.destinationTables.remove(sequence.getIdentifier().getValue(), store.nodes.token());
                LOG.debug("Sequence {} was offered for answers; it is removed: {}", sequence, removed);
            } catch (RMStoreException e) {
                LOG.debug("The next client of its kind takes over sequence {}", sequence, e);
            }
        }
    }

    void closed(RMManager manager) {
        endpoints.stream().filter(opened -> opened.manager.equals(manager)).forEach(opened -> closed(opened.endpoint));
    }

    /** Returns the key of the endpoint of a sequence; one that admits any address if the sequence has no endpoint. */
    EndpointKey key(@Nullable RMEndpoint reliable, Role otherwise, Supplier<String> identifier) {
        return reliable == null ? new EndpointKey(otherwise, identifier.get(), "") : key(reliable);
    }

    EndpointKey key(RMEndpoint reliable) {
        Endpoint endpoint = reliable.getApplicationEndpoint();
        for (OpenEndpoint opened : endpoints) {
            if (opened.endpoint.equals(endpoint)) {
                return opened.key();
            }
        }
        return EndpointKey.of(
                endpoint,
                reliable.getConduit() == null ? Role.SERVER : Role.CLIENT,
                reliable.getManager().getBus());
    }

    /** Looks soon, because this process was fenced, or because there may be sequences that no process owns. */
    void lookSoon() {
        Later.of(executor).in(0, this::look);
    }

    /** Looks for sequences to give and to take away. No exception may end the periodic looks. */
    private void look() {
        try {
            if (store.database.dialect.shared || endpoints.stream().anyMatch(each -> !each.isRecovered())) {
                adopt();
                terminate();
            } else {
                giveUp();
            }
        } catch (RuntimeException e) {
            LOG.warn("Sequences cannot be taken over; trying again", e);
        } catch (Error e) {
            LOG.error("Sequences could not be taken over; trying again", e);
        }
    }

    private void adopt() {
        // The sequences that this process has lost must be gone before it gets the same sequence again.
        giveUp();
        if (store.nodes.takeOver(this::isWanted) > 0) {
            unfinished = true;
        }
        if (unfinished || endpoints.stream().anyMatch(each -> !each.isRecovered())) {
            boolean complete = true;
            for (OpenEndpoint opened : endpoints) {
                complete &= recover(opened);
            }
            unfinished = !complete;
        } else {
            synchronized (this) {
                endpoints.forEach(OpenEndpoint::forgetDone);
            }
        }
    }

    /** Recovers one endpoint at a time, so that another can be opened in between. */
    private synchronized boolean recover(OpenEndpoint opened) {
        return opened.recover();
    }

    private boolean isWanted(EndpointKey left) {
        boolean sameService = false;
        for (OpenEndpoint opened : endpoints) {
            EndpointKey key = opened.key();
            if (left.admits(key)) {
                return true;
            }
            sameService |= left.role() == key.role() && left.endpoint().equals(key.endpoint());
        }
        if (sameService && told.add(left)) {
            LOG.warn(
                    "Messages are waiting in the database for {}: this service has no open endpoint with that address",
                    left);
        }
        return false;
    }

    /** Terminates sequences whose TerminateSequence has reached another process. */
    private void terminate() {
        for (String identifier : store.destinationTables.ended(store.nodes.token())) {
            DestinationSequence sequence = store.destinations.get(identifier);
            if (sequence != null && !sequence.isTerminated()) {
                endpoints.forEach(opened -> opened.terminate(sequence));
            }
        }
    }

    /** Gives up the sequences whose token is not the present one: they belong to another process. */
    private synchronized void giveUp() {
        // The lock keeps recovery out until CXF has removed them: CXF removes by identifier only.
        List<SourceSequence> sources = store.sources.dropAllBut(store.nodes.token());
        List<DestinationSequence> destinations = store.destinations.dropAllBut(store.nodes.token());
        sources.forEach(sequence -> store.backlogs.drop(sequence.getIdentifier().getValue()));
        if (!sources.isEmpty() || !destinations.isEmpty()) {
            LOG.error(
                    "{} sequences that this process was sending and {} that it was receiving are released",
                    sources.size(),
                    destinations.size());
            endpoints.forEach(opened -> opened.giveUp(sources, destinations));
        }
    }
}
