package io.github.restartoracle.http;

import io.github.restartoracle.settings.SettingException;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.wsrm.internal.conduit.TransportInstaller;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.runtime.BusShutdown;
import org.apache.cxf.Bus;
import org.apache.cxf.transport.http.HTTPConduitFactory;
import org.slf4j.Logger;

/**
 * Lets the HTTP conduits of a bus send attempts without blocking. Messages that belong to no attempt are sent as CXF sends
 * them. Conduits that were made before are not changed.
 *
 * <p>Properties: {@code restart-oracle.http.connection-per-attempt} ({@code true} or {@code false}, default {@code false}),
 * {@code restart-oracle.http.native-transport} ({@code true} by default: epoll on Linux, x86_64 and aarch64) and
 * {@code restart-oracle.http.max-response-size} (bytes, from 1, default 16 MiB).
 *
 * <p>Thread-safe.
 */
public final class HttpAttemptTransport implements TransportInstaller {
    private static final Logger LOG = Logs.of(HttpAttemptTransport.class);

    /** Creates the transport; stateless. */
    public HttpAttemptTransport() {}

    /**
     * Installs the conduit factory. A bus that has another conduit factory keeps it, which is logged: its attempts then block
     * while they connect, and cannot be abandoned.
     *
     * @param bus the bus whose clients are to use the transport
     * @param settings everything below {@code restart-oracle.}
     * @throws SettingException if a value is out of range or a name below {@code http.} is not known
     * @throws IllegalStateException if the class path has a Netty before 4.2
     */
    @Override
    public void install(Bus bus, Settings settings) {
        requireNetty(HttpAttemptTransport.class.getClassLoader());
        HttpSettings chosen = HttpSettings.from(settings);
        synchronized (bus) {
            HTTPConduitFactory present = bus.getExtension(HTTPConduitFactory.class);
            if (present instanceof AttemptConduitFactory ours) {
                if (!ours.settings().equals(chosen)) {
                    LOG.warn("Bus {} already has {}; {} has no effect", bus.getId(), ours.settings(), chosen);
                }
                return;
            }
            if (present != null) {
                LOG.warn(
                        "Bus {} keeps its conduit factory {}: its HTTP attempts block and cannot be abandoned",
                        bus.getId(),
                        present.getClass().getName());
                return;
            }
            AttemptConduitFactory factory = new AttemptConduitFactory(chosen);
            bus.setExtension(factory, HTTPConduitFactory.class);
            // Responses are read until the bus is shut down.
            BusShutdown.register(bus, factory::close);
        }
    }

    /** Fails before the first call does, which would fail with a class that is missing. */
    static void requireNetty(ClassLoader classPath) {
        try {
            Class.forName("io.netty.channel.MultiThreadIoEventLoopGroup", false, classPath);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(
                    "restart-oracle-http needs Netty 4.2, and the class path has an earlier one: import"
                            + " restart-oracle-bom before other BOMs, or set the version of Netty (in Spring Boot"
                            + " netty.version)",
                    e);
        }
    }
}
