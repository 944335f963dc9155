package io.github.restartoracle.wsrm;

import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import io.github.restartoracle.wsrm.internal.recovery.RecoveredMessages;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.cxf.Bus;
import org.apache.cxf.annotations.Provider;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.feature.AbstractFeature;
import org.apache.cxf.interceptor.InterceptorProvider;
import org.jspecify.annotations.Nullable;

/**
 * Installs the restart oracle on the bus of the object to which the feature is applied: the bus itself, a client or an
 * endpoint. Properties that are not set here come from the system properties {@code restart-oracle.*}.
 *
 * <pre>{@code
 * factory.getFeatures().add(new WSAddressingFeature());
 * factory.getFeatures().add(new RMFeature());
 * factory.getFeatures().add(new RestartOracleFeature());
 * }</pre>
 *
 * <p>The queue belongs to the bus, so the first feature on a bus decides, or the system property
 * {@code restart-oracle.oracle}. The listeners of later features are added too, and properties that differ are logged. To
 * configure endpoints differently use {@code endpoints.NAME.*}. With a store, put the feature on the bus: a client recovers
 * its messages before features are applied to it, and only those of the first client can be taken over. Not thread-safe
 * while it is being configured.
 */
@Provider(value = Provider.Type.Feature)
public class RestartOracleFeature extends AbstractFeature {
    private final Map<String, String> properties = new TreeMap<>();
    private TransmissionListener listener = TransmissionListener.NONE;

    /**
     * Creates a feature whose oracle is set later or by system property; the default is
     * {@value RestartOracle#DEFAULT_ORACLE}.
     */
    public RestartOracleFeature() {}

    /**
     * Creates a feature with an oracle.
     *
     * @param oracle the short name of the oracle, such as {@code qest}
     */
    public RestartOracleFeature(String oracle) {
        setOracle(oracle);
    }

    /**
     * Chooses the oracle.
     *
     * @param oracle its short name
     */
    public final void setOracle(String oracle) {
        properties.put("oracle", oracle);
    }

    /**
     * Sets any properties.
     *
     * @param more names without {@code restart-oracle.}, such as {@code initial-timeout}, and their values
     */
    public final void setProperties(Map<String, String> more) {
        properties.putAll(more);
    }

    /**
     * Sets the listener, which is told of every transmission.
     *
     * @param transmissionListener told by several threads
     */
    public final void setListener(TransmissionListener transmissionListener) {
        listener = Objects.requireNonNull(transmissionListener, "transmissionListener");
    }

    private static @Nullable Endpoint endpoint(InterceptorProvider provider) {
        if (provider instanceof Client client) {
            return RecoveredMessages.endpoint(client);
        }
        return provider instanceof Endpoint endpoint ? endpoint : null;
    }

    @Override
    protected void initializeProvider(InterceptorProvider provider, Bus bus) {
        Settings settings = Settings.from(System.getProperties()).overlay(Settings.of(properties));
        RestartOracle.install(bus, settings, listener, OracleCatalog::load, endpoint(provider));
    }
}
