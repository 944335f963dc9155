package io.github.restartoracle.wsrm;

import io.github.restartoracle.internal.settings.Spelling;
import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.recovery.RecoveredMessages;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.ClientLifeCycleListener;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.endpoint.ServerLifeCycleListener;
import org.slf4j.Logger;

/**
 * Installs the restart oracle on every bus, if the system property {@code restart-oracle.oracle} is set; has no effect
 * without it. Found by CXF in {@code META-INF/cxf/bus-extensions.txt}. Thread-safe.
 */
public final class RestartOracleBusExtension implements ClientLifeCycleListener, ServerLifeCycleListener {
    private static final Logger LOG = Logs.of(RestartOracleBusExtension.class);

    /** True once the process was warned of properties whose prefix is misspelt. */
    private static final AtomicBoolean WARNED_OF_PREFIX = new AtomicBoolean();
    /** True once the process was warned that no property chooses an oracle. */
    private static final AtomicBoolean WARNED_OF_ORACLE = new AtomicBoolean();

    private final Bus bus;

    /**
     * Creates the extension; called by CXF when a bus is made.
     *
     * @param bus the bus
     */
    public RestartOracleBusExtension(Bus bus) {
        // The bus must not be asked for an extension here, because its extensions are being made.
        this.bus = bus;
    }

    @Override
    public void clientCreated(Client client) {
        install(() -> RecoveredMessages.endpoint(client));
    }

    @Override
    public void startServer(Server server) {
        install(server::getEndpoint);
    }

    @Override
    public void clientDestroyed(Client client) {
        // The queue belongs to the bus.
    }

    @Override
    public void stopServer(Server server) {
        // The queue belongs to the bus.
    }

    /**
     * Installs the oracle unless it is there. CXF calls this for each of its internal WS-RM clients too, so it must be
     * cheap when there is no work to do.
     */
    private void install(Supplier<Endpoint> endpoint) {
        Settings settings = Settings.from(System.getProperties());
        warnOfPrefix(System.getProperties().stringPropertyNames());
        if (settings.text("oracle") == null) {
            warnOfOracle(settings.names());
        } else if (RestartOracle.of(bus) == null) {
            RestartOracle.install(bus, settings, TransmissionListener.NONE, OracleCatalog::load, endpoint.get());
        }
    }

    /** Warns of properties of a misspelt prefix, which have no effect and would give no other message. */
    private static void warnOfPrefix(Set<String> names) {
        if (!WARNED_OF_PREFIX.getAndSet(true)) {
            names.forEach(name -> Settings.meant(name)
                    .ifPresent(meant -> LOG.warn("Property {} has no effect; did you mean {}?", name, meant)));
        }
    }

    /** Warns of a misspelt {@code restart-oracle.oracle}, without which no oracle is installed. */
    private static void warnOfOracle(Set<String> names) {
        if (names.isEmpty() || WARNED_OF_ORACLE.get()) {
            return;
        }
        Optional<String> misspelt =
                Spelling.nearest("oracle", names).filter(name -> WARNED_OF_ORACLE.compareAndSet(false, true));
        if (misspelt.filter("oracle"::equals).isPresent()) {
            LOG.warn("Property restart-oracle.oracle is empty, and no restart oracle is installed");
        } else {
            misspelt.ifPresent(name -> LOG.warn(
                    "Unknown property restart-oracle.{}, and no restart oracle is installed; did you mean"
                            + " restart-oracle.oracle?",
                    name));
        }
    }
}
