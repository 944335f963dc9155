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
     * Nothing is installed yet.
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
     * A client looks for messages to recover while it is made, so the store and the queue must be there before the first
     * one, and CXF does not let us see which beans make clients. Spring calls this when all bean definitions are known and
     * before it makes the singletons, clients and endpoints among them. The bus that is made here is also CXF's default
     * one from then on, for clients that are made without naming a bus.
     *
     * A post-processor of the bus would be no better: an application's own RMManager needs the bus, which would then still
     * be in creation.
     */
    @Override
    public void initialize(ConfigurableListableBeanFactory factory) {
        // An application's own one takes the place of the bus's when it is made.
        factory.getBeansOfType(RMManager.class, false, false);
        factory.getBeansOfType(Bus.class, false, false).forEach((name, bus) -> {
            install(bus);
            // It writes to the store until its end.
            for (String store : factory.getBeanNamesForType(RMStore.class, false, false)) {
                factory.registerDependentBean(store, name);
            }
        });
    }

    /**
     * Installs everything on a bus, or finds that this was done before.
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
        messaging.installOn(bus, beans.getBeanProvider(RMStore.class));
        RestartOracle installed =
                RestartOracle.install(bus, settings, TransmissionListener.NONE, OracleCatalog.load(oracles()));
        beans.getBeanProvider(TransmissionListener.class).orderedStream().forEach(installed::addListener);
        return installed;
    }

    private List<OracleProvider> oracles() {
        List<OracleProvider> oracles = new ArrayList<>(BeanOracle.all(beans));
        beans.getBeanProvider(OracleProvider.class).orderedStream().forEach(oracles::add);
        return oracles;
    }
}
