package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.outbound.Message;
import io.github.restartoracle.outbound.Path;
import io.github.restartoracle.wsrm.capture.Clients;
import io.github.restartoracle.wsrm.capture.Template;
import io.github.restartoracle.wsrm.log.Logs;
import io.github.restartoracle.wsrm.recovery.CallStore;
import io.github.restartoracle.wsrm.sequence.SequenceShutdown;
import io.github.restartoracle.wsrm.sequence.Sequences;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.Source;
import org.slf4j.Logger;

/**
 * Ends the sequences of closed clients. CXF stops them when a client is destroyed; here its messages are sent until they are
 * acknowledged, or are given up and discarded, and the sequences are terminated after that. Thread-safe.
 */
final class ClientEnds {
    private static final Logger LOG = Logs.of(ClientEnds.class);

    private final RMManager manager;
    private final Clients clients;
    private final Sequences<Template> numbers;
    private final OutboundSequences sequences;
    private final Paths paths;
    private final Resolved resolved;
    private final Executor workers;

    /** The closed clients with messages, by their sources. */
    private final Map<Source, End> ends = new ConcurrentHashMap<>();

    private final AtomicInteger underWay = new AtomicInteger();

    /**
     * Creates the ends of a bus.
     *
     * @param workers run tasks that wait for the network
     */
    ClientEnds(
            RMManager manager,
            Clients clients,
            Sequences<Template> numbers,
            OutboundSequences sequences,
            Paths paths,
            Resolved resolved,
            Executor workers) {
        this.manager = manager;
        this.clients = clients;
        this.numbers = numbers;
        this.sequences = sequences;
        this.paths = paths;
        this.resolved = resolved;
        this.workers = workers;
    }

    /** Replaces CXF's cleanup hook of the endpoint for which a reliable call is made, unless that was done before. */
    void watch(org.apache.cxf.message.Message call) throws RMException {
        Endpoint endpoint = Paths.application(call);
        Source source = manager.getSource(call);
        for (Closeable hook : endpoint.getCleanupHooks()) {
            if (hook.getClass().getEnclosingClass() == RMManager.class
                    && endpoint.getCleanupHooks().remove(hook)) {
                endpoint.addCleanupHook(new End(endpoint, source, hook));
            }
        }
    }

    /** Returns whether a client is closed and has not ended. */
    boolean outlives(Endpoint endpoint) {
        return clients.isClosed(endpoint);
    }

    /** Returns the number of clients that are ending. Their bus waits for them, or it would end their sequences as well. */
    int underWay() {
        return underWay.get();
    }

    /** Ends the clients that have no messages any more. */
    void look() {
        ends.values().forEach(End::look);
    }

    /** Ends the client of a source, if it is closed and has no messages. */
    void look(Source source) {
        End end = ends.get(source);
        if (end != null) {
            end.look();
        }
    }

    /** The end of one client, from the time when it is closed. */
    private final class End implements Closeable {
        private final Endpoint endpoint;
        private final Source source;
        private final Closeable stopping;

        End(Endpoint endpoint, Source source, Closeable stopping) {
            this.endpoint = endpoint;
            this.source = source;
            this.stopping = stopping;
        }

        @Override
        public void close() throws IOException {
            if (!clients.outlive(endpoint)) {
                stopping.close();
                return;
            }
            ends.put(source, this);
            look();
        }

        private void look() {
            if (hasMessages() || !ends.remove(source, this)) {
                return;
            }
            endpoint.getCleanupHooks().remove(this);
            endpoint.addCleanupHook(stopping);
            underWay.incrementAndGet();
            try {
                workers.execute(this::end);
            } catch (RejectedExecutionException | OutOfMemoryError noThread) {
                underWay.decrementAndGet();
                LOG.debug(
                        "The sequences of {} end with the bus",
                        endpoint.getEndpointInfo().getName());
            }
        }

        private boolean hasMessages() {
            return !numbers.isIdle(endpoint)
                    || sequences.hasAny(source)
                    || resolved.isLeftInStore(source)
                    || hasGivenUp();
        }

        private boolean hasGivenUp() {
            for (Path<Template> path : paths.all()) {
                List<Message<Template>> givenUp = List.copyOf(path.givenUp());
                if (givenUp.stream().anyMatch(message -> message.payload().isOf(endpoint))) {
                    return true;
                }
            }
            return false;
        }

        private void end() {
            try {
                SequenceShutdown.terminate(source);
                clients.end(endpoint);
                numbers.forget(endpoint);
                if (manager.getStore() instanceof CallStore calls) {
                    calls.ended(endpoint);
                }
            } finally {
                underWay.decrementAndGet();
            }
        }
    }
}
