package io.github.restartoracle.wsrm.internal.queue;

import io.github.restartoracle.internal.outbound.ClientLife;
import io.github.restartoracle.wsrm.internal.capture.Clients;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.rm.RmHeaders;
import io.github.restartoracle.wsrm.internal.rm.SequenceRequests;
import io.github.restartoracle.wsrm.internal.sequence.SequenceWork;
import io.github.restartoracle.wsrm.recovery.CallStore;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.Source;
import org.apache.cxf.ws.rm.SourceSequence;
import org.slf4j.Logger;

/**
 * Ends the sequences of closed clients. CXF stops them when a client is destroyed; here its messages are sent until they are
 * acknowledged, or are given up and discarded, and the sequences are terminated after that. Thread-safe.
 */
final class ClientEnds {
    private static final Logger LOG = Logs.of(ClientEnds.class);

    private final RMManager manager;
    private final Clients clients;
    private final SequenceQueues numbers;
    private final StoredMessages stored;
    private final Executor workers;

    /** The closed clients that live on. */
    private final Map<ClientLife, End> ends = new ConcurrentHashMap<>();

    private final AtomicInteger underWay = new AtomicInteger();

    /** Creates the ends of a bus; the workers run tasks that wait for the network. */
    ClientEnds(RMManager manager, Clients clients, SequenceQueues numbers, StoredMessages stored, Executor workers) {
        this.manager = manager;
        this.clients = clients;
        this.numbers = numbers;
        this.stored = stored;
        this.workers = workers;
    }

    /** Holds the client that makes a reliable call, until that is {@linkplain #made made}. */
    void making(Message call) throws RMException {
        watch(call);
        Clients.life(RmHeaders.application(call)).hold();
    }

    /** Lets the client live on to whose endpoint a message of an earlier process belongs, as if the client had made the call. */
    void recovers(Message message) {
        if (message.getInterceptorChain() == null && MessageUtils.isRequestor(message)) {
            try {
                watch(message);
            } catch (RMException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Records that a call is made, or has failed. */
    void made(Message call) {
        release(Clients.life(RmHeaders.application(call)));
    }

    /** Holds the client of a source while an acknowledgement is applied: listeners are told before its sequences end. */
    void during(Source source, Runnable acknowledgement) {
        ClientLife life = Clients.life(source.getReliableEndpoint().getApplicationEndpoint());
        life.hold();
        try {
            acknowledgement.run();
        } finally {
            release(life);
        }
    }

    /** Releases a client, and ends it if its life is over. */
    void release(ClientLife life) {
        if (life.release()) {
            look(life);
        }
    }

    /** Replaces CXF's cleanup hook of the endpoint for which a reliable call is made, unless that was done before. */
    private void watch(Message call) throws RMException {
        Endpoint endpoint = RmHeaders.application(call);
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

    /** Shuts down the decoupled endpoints of all clients, because the bus is shut down. */
    void close() {
        clients.close();
    }

    /** Ends the clients that nothing holds any more, of which the store has no messages either. */
    void look() {
        ends.values().forEach(End::look);
    }

    /** Ends a client, if its life is over and the store has no messages of it. */
    void look(ClientLife life) {
        End end = ends.get(life);
        if (end != null) {
            end.look();
        }
    }

    /** The end of one client, from the time when it is closed. */
    private final class End implements Closeable {
        private final Endpoint endpoint;
        private final ClientLife life;
        private final Source source;
        private final Closeable stopping;

        End(Endpoint endpoint, Source source, Closeable stopping) {
            this.endpoint = endpoint;
            this.life = Clients.life(endpoint);
            this.source = source;
            this.stopping = stopping;
        }

        @Override
        public void close() throws IOException {
            if (!clients.outlive(endpoint)) {
                stopping.close();
                return;
            }
            ends.put(life, this);
            life.close();
            look();
        }

        private void look() {
            // In this order: a message of the store holds the client before it leaves the store's backlog.
            boolean over = stored.waiting(source.getReliableEndpoint()) == 0 && life.isOver();
            if (!over || !ends.remove(life, this)) {
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

        /** Terminates all sequences of the client, whose messages are all acknowledged or discarded. */
        private void terminate() {
            for (SourceSequence sequence : List.copyOf(source.getAllSequences())) {
                try {
                    SequenceRequests.terminate(sequence);
                } catch (RMException | RuntimeException e) {
                    LOG.debug("TerminateSequence could not be sent for sequence {}", sequence, e);
                }
                source.removeSequence(sequence);
            }
        }

        private void end() {
            try {
                SequenceWork.run(manager.getBus(), this::terminate);
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
