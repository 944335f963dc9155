package io.github.restartoracle.spring;

import io.github.restartoracle.mail.account.MailAccounts;
import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.oracle.OracleProvider;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.TransmissionListener;
import org.apache.cxf.Bus;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.persistence.RMStore;
import org.springframework.beans.factory.BeanFactoryInitializer;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.ClassUtils;

/**
 * Installs WS-ReliableMessaging and the restart oracle on every bus of an application context.
 *
 * <p>Not thread-safe; used while the context starts.
 */
final class ReliableBuses implements BeanFactoryInitializer<ListableBeanFactory> {
    private static final boolean MAIL = ClassUtils.isPresent(
            "io.github.restartoracle.mail.account.MailAccounts", ReliableBuses.class.getClassLoader());

    private final RestartOracleProperties properties;
    private final ObjectProvider<OracleProvider> oracles;
    private final ObjectProvider<TransmissionListener> listeners;
    private final ObjectProvider<RMStore> stores;

    ReliableBuses(
            RestartOracleProperties properties,
            ObjectProvider<OracleProvider> oracles,
            ObjectProvider<TransmissionListener> listeners,
            ObjectProvider<RMStore> stores) {
        this.properties = properties;
        this.oracles = oracles;
        this.listeners = listeners;
        this.stores = stores;
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
    public void initialize(ListableBeanFactory factory) {
        // An application's own one takes the place of the bus's when it is made.
        factory.getBeansOfType(RMManager.class, false, false);
        factory.getBeansOfType(Bus.class, false, false).values().forEach(this::install);
    }

    /** Installs everything on a bus, or finds that this was done before. */
    RestartOracle install(Bus bus) {
        RestartOracle present = RestartOracle.of(bus);
        if (present != null) {
            return present;
        }
        // Checked first, so that nothing is installed when a property is wrong.
        ReliableMessaging messaging = ReliableMessaging.from(properties.own().section("rm"));
        messaging.installOn(bus, stores);
        if (MAIL) {
            Mail.installOn(bus, properties.library());
        }
        RestartOracle installed = RestartOracle.install(
                bus,
                properties.library(),
                TransmissionListener.NONE,
                OracleCatalog.load(oracles.orderedStream().toList()));
        listeners.orderedStream().forEach(installed::addListener);
        return installed;
    }

    /** Apart, so that the classes are only loaded if they are there. */
    private static final class Mail {
        static void installOn(Bus bus, Settings settings) {
            if (bus.getExtension(MailAccounts.class) == null) {
                bus.setExtension(MailAccounts.from(settings), MailAccounts.class);
            }
        }
    }
}
