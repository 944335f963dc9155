package io.github.restartoracle.wsrm;

import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import io.github.restartoracle.wsrm.internal.recovery.RecoveredMessages;
import java.util.function.Supplier;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.ClientLifeCycleListener;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.endpoint.ServerLifeCycleListener;

/**
 * Installs the restart oracle on every bus, if the system property {@code restart-oracle.oracle} is set; has no effect
 * without it. Found by CXF in {@code META-INF/cxf/bus-extensions.txt}. Thread-safe.
 */
public final class RestartOracleBusExtension implements ClientLifeCycleListener, ServerLifeCycleListener {
    private static final MisspeltOracle MISSPELT = new MisspeltOracle();

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
        MISSPELT.warnOfPrefix(System.getProperties().stringPropertyNames());
        if (settings.text("oracle") == null) {
            MISSPELT.warnOfOracle(settings.names());
        } else if (RestartOracle.of(bus) == null) {
            RestartOracle.install(bus, settings, TransmissionListener.NONE, OracleCatalog::load, endpoint.get());
        }
    }
}
