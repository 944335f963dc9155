package io.github.restartoracle.spring;

import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.oracle.OracleProvider;
import io.github.restartoracle.oracle.RetransmissionOracle;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import java.util.ArrayList;
import java.util.List;
import org.apache.cxf.Bus;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.persistence.RMStore;
import org.springframework.beans.factory.BeanFactoryInitializer;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Installs WS-ReliableMessaging and the restart oracle on every bus of an application context.
 *
 * <p>These beans are used if there are any: {@link OracleProvider} and {@link RetransmissionOracle} (further kinds of oracle;
 * the latter by its bean's name in kebab-case, and of the scope {@code prototype}, since every path has its own), {@link
 * TransmissionListener}, {@link RMStore} and {@link RMManager}.
 *
 * <p>Not thread-safe; used while the context starts.
 */
public final class ReliableBuses implements BeanFactoryInitializer<ConfigurableListableBeanFactory> {
    private final Settings settings;
    private final ReliableMessaging messaging;
    private final ListableBeanFactory beans;

    /**
     * Creates an instance that has installed no bus yet.
     *
     * @param settings everything below {@code restart-oracle.} but the section {@code rm}
     * @param messaging the section {@code rm}
     * @param beans of the application
     */
    public ReliableBuses(Settings settings, ReliableMessaging messaging, ListableBeanFactory beans) {
        this.settings = settings;
        this.messaging = messaging;
        this.beans = beans;
    }

    /*
     * A client looks for messages to recover while it is created, so the store and the queue must be there before the first
     * client. CXF does not show which beans create clients. Spring calls this method when all bean definitions are known and
     * before it creates the singletons, among them clients and endpoints. The bus that is created here is also CXF's default
     * bus from then on, for clients that are created without naming a bus.
     *
     * A post-processor of the bus would fail for an application's own RMManager: it needs the bus, which would then still be in
     * creation.
     */
    @Override
    public void initialize(ConfigurableListableBeanFactory factory) {
        // An application's own manager replaces that of the bus when it is created.
        factory.getBeansOfType(RMManager.class, false, false);
        factory.getBeansOfType(Bus.class, false, false).forEach((name, bus) -> {
            install(bus);
            // The bus writes to the store until its end.
            for (String store : factory.getBeanNamesForType(RMStore.class, false, false)) {
                factory.registerDependentBean(store, name);
            }
        });
    }

    /**
     * Installs everything on a bus, unless that was done before.
     *
     * @param bus a bus without clients and endpoints
     * @return its restart oracle
     * @throws io.github.restartoracle.settings.SettingException naming the property that is wrong
     */
    public RestartOracle install(Bus bus) {
        RestartOracle present = RestartOracle.of(bus);
        if (present != null) {
            return present;
        }
        messaging.installOn(bus);
        // Checks all properties, so it comes before the store, which creates tables.
        RestartOracle installed =
                RestartOracle.install(bus, settings, TransmissionListener.NONE, OracleCatalog.load(oracles()));
        messaging.installStoreOn(bus, beans.getBeanProvider(RMStore.class));
        beans.getBeanProvider(TransmissionListener.class).orderedStream().forEach(installed::addListener);
        return installed;
    }

    private List<OracleProvider> oracles() {
        List<OracleProvider> oracles = new ArrayList<>(BeanOracle.all(beans));
        beans.getBeanProvider(OracleProvider.class).orderedStream().forEach(oracles::add);
        return oracles;
    }
}
