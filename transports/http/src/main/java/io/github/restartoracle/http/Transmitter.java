package io.github.restartoracle.http;

import io.github.restartoracle.time.NanoClock;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.HostnameVerifier;
import org.apache.cxf.configuration.jsse.TLSClientParameters;
import org.jspecify.annotations.Nullable;

/**
 * The resources that the transmissions of a bus share: one event loop, whose thread is a daemon and never blocks, and the idle
 * connections. Steps that may block run in the threads of the path that an attempt belongs to.
 *
 * <p>Thread-safe.
 */
final class Transmitter implements AutoCloseable {
    private static final long CLOSE_SECONDS = 5;
    private static final int TLS_KEPT = 16;
    private static final int HOSTS_KEPT = 1000;

    /** A key with the verifier, which the equality of parameters ignores. */
    private record TlsKey(
            TLSClientParameters parameters, @Nullable HostnameVerifier verifier) {}

    private final HttpSettings settings;
    private final NanoClock clock = NanoClock.system();
    private final Sockets sockets;
    private final MultiThreadIoEventLoopGroup group;
    private final EventLoop loop;
    private final HostLookup lookup = new HostLookup();
    private final Bootstrap bootstrap;

    private final Map<TlsKey, Tls> tls = new LinkedHashMap<>(TLS_KEPT, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<TlsKey, Tls> eldest) {
            return size() > TLS_KEPT;
        }
    };

    /** Confined to the event loop. */
    private final IdleConnections idle = new IdleConnections();

    /** The address with which the last connection of a host was set up. Confined to the event loop. */
    private final Map<String, InetAddress> lastConnected = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, InetAddress> eldest) {
            return size() > HOSTS_KEPT;
        }
    };

    /** Confined to the event loop. */
    private final Set<Transmission> underWay = new HashSet<>();

    Transmitter(HttpSettings settings) {
        this.settings = settings;
        this.sockets = settings.nativeTransport() ? Sockets.best() : new Sockets();
        this.group = new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory("restart-oracle-http", true), sockets.handlers());
        this.loop = group.next();
        this.bootstrap = new Bootstrap().group(loop).channel(sockets.channel()).option(ChannelOption.TCP_NODELAY, true);
        sockets.keepAlive(bootstrap);
    }

    HttpSettings settings() {
        return settings;
    }

    NanoClock clock() {
        return clock;
    }

    Sockets sockets() {
        return sockets;
    }

    EventLoop loop() {
        return loop;
    }

    HostLookup lookup() {
        return lookup;
    }

    IdleConnections idle() {
        return idle;
    }

    /**
     * Returns the encryption with these parameters. Equal parameters with the same verifier give the same object, also to
     * another conduit: CXF makes conduits freely, and reading key stores takes time.
     *
     * @throws IOException if the key stores or trust stores cannot be used
     */
    Tls tls(TLSClientParameters parameters) throws IOException {
        TlsKey key = new TlsKey(parameters, parameters.getHostnameVerifier());
        synchronized (tls) {
            Tls known = tls.get(key);
            if (known == null) {
                known = Tls.of(parameters);
                tls.put(key, known);
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

    /** Records the address with which a connection to a host was set up; on the event loop. */
    void connected(String host, InetAddress address) {
        lastConnected.put(host, address);
    }

    /** Returns the address with which the last connection of the host was set up, null if none was; on the event loop. */
    @Nullable
    InetAddress lastConnected(String host) {
        return lastConnected.get(host);
    }

    /** Records a transmission that has begun; on the event loop. */
    void begun(Transmission transmission) {
        underWay.add(transmission);
    }

    /** Removes a transmission that has ended; on the event loop. */
    void ended(Transmission transmission) {
        underWay.remove(transmission);
    }

    /** Fails all transmissions and ends the thread; does not wait for it. */
    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the threads are daemons
    public void close() {
        if (group.isShuttingDown()) {
            return;
        }
        loop.execute(() -> List.copyOf(underWay)
                .forEach(transmission -> transmission.fail(new IOException("the bus was shut down"))));
        group.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS);
    }
}
