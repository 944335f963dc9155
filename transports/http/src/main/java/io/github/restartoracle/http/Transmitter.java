package io.github.restartoracle.http;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.configuration.jsse.TLSClientParameters;

/**
 * What the transmissions of a bus share: one event loop thread, at most {@value #RESPONSE_THREADS} threads that work on
 * responses, at most {@value #LOOKUP_THREADS} that look up names, and the idle connections. All threads are daemons; all
 * but the event loop end when they have nothing to do. The queue of responses is not bounded by itself: it is as long as
 * there are transmissions in flight.
 *
 * <p>Thread-safe.
 */
final class Transmitter implements AutoCloseable {
    private static final int RESPONSE_THREADS = 4;
    private static final int LOOKUP_THREADS = 4;
    private static final long IDLE_THREAD_SECONDS = 10;
    private static final long CLOSE_SECONDS = 5;
    private static final int TLS_KEPT = 16;

    private final HttpSettings settings;
    private final MultiThreadIoEventLoopGroup group;
    private final EventLoop loop;
    private final ThreadPoolExecutor responses = threads("restart-oracle-http-response", RESPONSE_THREADS);
    private final ThreadPoolExecutor lookups = threads("restart-oracle-http-lookup", LOOKUP_THREADS);
    private final HostLookup lookup = new HostLookup(lookups);
    private final Bootstrap bootstrap;

    private final Map<TLSClientParameters, Tls> tls = new LinkedHashMap<>(TLS_KEPT, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<TLSClientParameters, Tls> eldest) {
            return size() > TLS_KEPT;
        }
    };

    /** Confined to the event loop. */
    private final IdleConnections idle = new IdleConnections();

    /** Confined to the event loop. */
    private final Set<Transmission> underWay = new HashSet<>();

    Transmitter(HttpSettings settings) {
        this.settings = settings;
        this.group = new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory("restart-oracle-http", true), NioIoHandler.newFactory());
        this.loop = group.next();
        this.bootstrap = new Bootstrap()
                .group(loop)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.SO_KEEPALIVE, true);
    }

    HttpSettings settings() {
        return settings;
    }

    EventLoop loop() {
        return loop;
    }

    Executor responses() {
        return responses;
    }

    HostLookup lookup() {
        return lookup;
    }

    IdleConnections idle() {
        return idle;
    }

    /**
     * How to encrypt with these parameters. Equal parameters give the same object, also to another conduit: CXF makes
     * conduits freely, and reading key stores takes time.
     *
     * @throws IOException if the key stores or trust stores cannot be used
     */
    Tls tls(TLSClientParameters parameters) throws IOException {
        synchronized (tls) {
            Tls known = tls.get(parameters);
            if (known == null) {
                known = Tls.of(parameters);
                tls.put(parameters, known);
            }
            return known;
        }
    }

    /** Opens a socket whose first handler is the connection; on the event loop. */
    ChannelFuture connect(InetSocketAddress address, int connectMillis, HttpConnection connection) {
        return bootstrap
                .clone()
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, connectMillis)
                .handler(connection)
                .connect(address);
    }

    /** On the event loop. */
    void begun(Transmission transmission) {
        underWay.add(transmission);
    }

    /** On the event loop. */
    void ended(Transmission transmission) {
        underWay.remove(transmission);
    }

    /** Fails what is under way and ends the threads; does not wait for them. */
    @Override
    public void close() {
        if (group.isShuttingDown()) {
            return;
        }
        loop.execute(() -> List.copyOf(underWay)
                .forEach(transmission -> transmission.fail(new IOException("the bus was shut down"))));
        group.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS).addListener(closed -> responses.shutdown());
        lookups.shutdown();
    }

    private static ThreadPoolExecutor threads(String name, int count) {
        ThreadFactory factory = new DefaultThreadFactory(name, true);
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                count, count, IDLE_THREAD_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }
}
