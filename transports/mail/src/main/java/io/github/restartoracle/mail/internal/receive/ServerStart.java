package io.github.restartoracle.mail.internal.receive;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.endpoint.ServerLifeCycleListener;
import org.apache.cxf.endpoint.ServerLifeCycleManager;
import org.apache.cxf.transport.Destination;
import org.jspecify.annotations.Nullable;

/**
 * Holds the first mails for a service back until its server has started. CXF lets messages in before that, and mails may be
 * waiting. If one came while WS-RM recovers its sequences from a store, CXF would forget the sequences, and refuse all of their
 * messages from then on. Thread-safe.
 */
final class ServerStart implements ServerLifeCycleListener {
    /** The maximum wait: a destination that is used without a server would wait for ever. */
    private static final Duration MOST = Duration.ofSeconds(10);

    private final CountDownLatch started = new CountDownLatch(1);
    private final @Nullable ServerLifeCycleManager servers;
    private final @Nullable Destination destination;

    private ServerStart(@Nullable ServerLifeCycleManager servers, @Nullable Destination destination) {
        this.servers = servers;
        this.destination = destination;
    }

    /** Returns an instance that holds no mail back. */
    static ServerStart none() {
        return begin(null, null);
    }

    private static ServerStart begin(@Nullable ServerLifeCycleManager servers, @Nullable Destination destination) {
        ServerStart start = new ServerStart(servers, destination);
        if (servers == null) {
            start.started.countDown();
        } else {
            servers.registerListener(start);
        }
        return start;
    }

    /**
     * Begins to hold mails back. Must be called when the destination is about to receive: listeners are called in turn, and
     * WS-RM is registered already.
     */
    static ServerStart of(Bus bus, Destination destination) {
        return begin(bus.getExtension(ServerLifeCycleManager.class), destination);
    }

    void await() throws IOException {
        try {
            if (!started.await(MOST.toSeconds(), TimeUnit.SECONDS)) {
                over();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for the service to start", e);
        }
    }

    /** Ends the wait. */
    void over() {
        started.countDown();
        if (servers != null) {
            servers.unRegisterListener(this);
        }
    }

    @Override
    public void startServer(Server server) {
        if (server.getDestination() == destination) {
            over();
        }
    }

    @Override
    public void stopServer(Server server) {
        // CXF deactivates the destination as well
    }
}
