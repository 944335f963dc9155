package io.github.restartoracle.http;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.AttemptListener;
import io.github.restartoracle.internal.attempt.ByteBudget;
import io.github.restartoracle.internal.attempt.ConnectionReuse;
import io.github.restartoracle.internal.attempt.PathResources;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.time.NanoClock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transports.http.configuration.HTTPClientPolicy;

/** A client whose calls are attempts, as the retransmission queue makes them. */
final class HttpCaller implements AutoCloseable {
    private final Bus bus = new ExtensionManagerBus();
    private final List<Attempt> ended = new CopyOnWriteArrayList<>();
    private static final ThreadLocal<Attempt> NEXT = new ThreadLocal<>();
    private final AtomicInteger responsesRead = new AtomicInteger();
    private final Greeter greeter;
    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private final AtomicBoolean exhausted = new AtomicBoolean();
    private final PathResources resources = new PathResources(
            NanoClock.system(),
            threads,
            task -> {
                if (exhausted.get()) {
                    throw new RejectedExecutionException("no thread is left");
                }
                threads.execute(task);
            },
            threads,
            ByteBudget.of(100 << 20),
            ByteBudget.of(100 << 20));

    HttpCaller(String url) {
        this(url, Map.of());
    }

    HttpCaller(String url, Map<String, String> settings) {
        new HttpAttemptTransport().install(bus, Settings.of(settings));
        bus.getOutInterceptors().add(new AttemptOut());
        bus.getInInterceptors().add(new CountIn());
        JaxWsProxyFactoryBean proxy = new JaxWsProxyFactoryBean();
        proxy.setBus(bus);
        proxy.setAddress(url);
        proxy.setServiceClass(Greeter.class);
        greeter = proxy.create(Greeter.class);
        // WS-RM sets this too, for acknowledgements come in answers to one-way messages.
        client().getRequestContext().put(Message.PROCESS_ONEWAY_RESPONSE, true);
    }

    Bus bus() {
        return bus;
    }

    Client client() {
        return ClientProxy.getClient(greeter);
    }

    /** Refuses threads for arriving data from now on. */
    void exhaust() {
        exhausted.set(true);
    }

    /** Returns the bytes of responses that are reserved. */
    long responseBytes() {
        return resources.responses().used();
    }

    HTTPConduit conduit() {
        return (HTTPConduit) client().getConduit();
    }

    HTTPClientPolicy policy() {
        return conduit().getClient();
    }

    /** Returns a client whose calls are no attempts. */
    Greeter plain() {
        return greeter;
    }

    /** Sends a one-way message as an attempt. */
    Attempt send(String text) {
        Attempt attempt = attempt();
        send(attempt, text);
        return attempt;
    }

    void send(Attempt attempt, String text) {
        NEXT.set(attempt);
        try {
            greeter.notice(text);
        } finally {
            NEXT.remove();
        }
    }

    /** Makes a call as an attempt. */
    String greet(Attempt attempt, String name) {
        NEXT.set(attempt);
        try {
            return greeter.greet(name);
        } finally {
            NEXT.remove();
        }
    }

    Attempt attempt() {
        return new Attempt(1, NanoClock.system().nanoTime(), resources, ConnectionReuse.ANY, new AttemptListener() {
            @Override
            public void ended(Attempt attempt, long nowNanos) {
                ended.add(attempt);
            }
        });
    }

    /** Returns the attempts in the order of their ends. */
    List<Attempt> ended() {
        return ended;
    }

    /** Returns the number of responses that went through the in-bound chain. */
    int responsesRead() {
        return responsesRead.get();
    }

    @Override
    public void close() {
        bus.shutdown(true);
        threads.shutdown();
    }

    private static final class AttemptOut extends AbstractPhaseInterceptor<Message> {
        AttemptOut() {
            super(Phase.SETUP);
        }

        @Override
        public void handleMessage(Message message) {
            Attempt attempt = NEXT.get();
            if (attempt != null) {
                message.put(Attempt.KEY, attempt);
            }
        }
    }

    private final class CountIn extends AbstractPhaseInterceptor<Message> {
        CountIn() {
            super(Phase.RECEIVE);
        }

        @Override
        public void handleMessage(Message message) {
            responsesRead.incrementAndGet();
        }
    }
}
