package io.github.restartoracle.spring;

import io.github.restartoracle.settings.SettingException;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.store.DataSourceStore;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.apache.cxf.Bus;
import org.apache.cxf.ws.addressing.MAPAggregator;
import org.apache.cxf.ws.addressing.Names;
import org.apache.cxf.ws.addressing.VersionTransformer;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RM10Constants;
import org.apache.cxf.ws.rm.RM11Constants;
import org.apache.cxf.ws.rm.RMConfiguration;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMOutInterceptor;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.apache.cxf.ws.rm.manager.DestinationPolicyType;
import org.apache.cxf.ws.rm.manager.RetryPolicyType;
import org.apache.cxf.ws.rm.persistence.RMStore;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.ClassUtils;

/**
 * CXF's WS-ReliableMessaging on a bus, as {@code restart-oracle.rm.*} configures it. Without a property the setting of the
 * application's own {@link RMManager} remains.
 *
 * @param settings the section, checked
 * @param redeliveryInterval between attempts of a destination to deliver a message whose processing failed
 * @param redeliveryAttempts the maximum number of attempts, 0 for no limit
 */
public record ReliableMessaging(Settings settings, Duration redeliveryInterval, int redeliveryAttempts) {
    private static final boolean OWN_STORE = ClassUtils.isPresent(
            "io.github.restartoracle.store.DataSourceStore", ReliableMessaging.class.getClassLoader());
    private static final Map<String, String> NAMESPACES = Map.of(
            "1.0", RM10Constants.NAMESPACE_URI,
            "1.1", RM11Constants.NAMESPACE_URI,
            "1.2", RM11Constants.NAMESPACE_URI);
    private static final Map<String, String> ADDRESSING = Map.of(
            "2004-08", VersionTransformer.Names200408.WSA_NAMESPACE_NAME,
            "2005-08", Names.WSA_NAMESPACE_NAME);
    private static final Map<String, RMConfiguration.DeliveryAssurance> ASSURANCES = Map.of(
            "at-most-once", RMConfiguration.DeliveryAssurance.AT_MOST_ONCE,
            "at-least-once", RMConfiguration.DeliveryAssurance.AT_LEAST_ONCE,
            "exactly-once", RMConfiguration.DeliveryAssurance.EXACTLY_ONCE);

    private static final Set<String> NAMES = Set.of(
            "bus-wide",
            "version",
            "addressing",
            "delivery-assurance",
            "in-order",
            "store",
            "store-node",
            "store-lease",
            "redelivery",
            "redelivery-interval",
            "redelivery-attempts");

    /**
     * Reads and checks the section.
     *
     * @param rm the properties below {@code restart-oracle.rm.}
     * @return the configuration
     * @throws SettingException naming the property that is wrong
     */
    public static ReliableMessaging from(Settings rm) {
        rm.requireKnown(NAMES);
        rm.flag("bus-wide", true);
        String version = rm.choice("version", "", NAMESPACES.keySet());
        String addressing = rm.choice("addressing", "", ADDRESSING.keySet());
        if (addressing.equals("2004-08") && !Set.of("", "1.0").contains(version)) {
            throw new SettingException(
                    rm.fullName("addressing"), addressing, "2005-08, the only one of version " + version);
        }
        rm.choice("delivery-assurance", "", ASSURANCES.keySet());
        rm.flag("in-order", false);
        rm.flag("store", true);
        rm.flag("redelivery", false);
        return new ReliableMessaging(
                rm,
                rm.duration("redelivery-interval", Duration.ofSeconds(2), Duration.ofMillis(10), Duration.ofDays(1)),
                rm.integer("redelivery-attempts", 0, 0, Integer.MAX_VALUE));
    }

    /**
     * Installs it, without the store.
     *
     * @param bus a bus without clients and endpoints
     */
    public void installOn(Bus bus) {
        configure(bus.getExtension(RMManager.class).getConfiguration());
        if (settings.flag("bus-wide", true)) {
            addFeatures(bus);
        }
    }

    /**
     * Installs the store. A client reads it while it is created, before its features are applied.
     *
     * @param bus a bus without clients and endpoints
     * @param stores the store, if there is one
     * @throws SettingException if a store is asked for and there is none
     */
    public void installStoreOn(Bus bus, ObjectProvider<RMStore> stores) {
        RMManager manager = bus.getExtension(RMManager.class);
        if (settings.flag("store", true) && manager.getStore() == null) {
            RMStore store = stores.getIfAvailable();
            if (store != null) {
                if (!OWN_STORE || !Own.installOn(bus, store)) {
                    manager.setStore(store);
                }
            } else if (settings.text("store") != null) {
                throw new SettingException(
                        settings.fullName("store"),
                        "true",
                        "a message store: "
                                + "restart-oracle-store on the class path and one DataSource (or a primary one; in Spring Boot,"
                                + " spring.datasource.url), or a bean of the type " + RMStore.class.getName());
            }
        }
        // Without it, a destination never delivers messages that it had accepted when its process ended.
        if (settings.flag("redelivery", manager.getStore() != null)) {
            redeliver(manager);
        } else if (settings.text("redelivery") != null) {
            manager.getDestinationPolicy().setRetryPolicy(null);
        }
    }

    /** A separate class, so that the store's class is only loaded if it is there. */
    private static final class Own {
        static boolean installOn(Bus bus, RMStore store) {
            if (store instanceof DataSourceStore own) {
                own.installOn(bus);
                return true;
            }
            return false;
        }
    }

    private void configure(RMConfiguration configuration) {
        String namespace = chosen("version", NAMESPACES);
        if (namespace != null) {
            configuration.setRMNamespace(namespace);
        }
        String addressing = chosen("addressing", ADDRESSING);
        if (addressing != null) {
            configuration.setRM10AddressingNamespace(addressing);
        }
        RMConfiguration.DeliveryAssurance assurance = chosen("delivery-assurance", ASSURANCES);
        if (assurance != null) {
            configuration.setDeliveryAssurance(assurance);
        }
        configuration.setInOrder(settings.flag("in-order", configuration.isInOrder()));
    }

    private <T> @Nullable T chosen(String name, Map<String, T> choices) {
        String word = settings.text(name);
        return word == null ? null : choices.get(word);
    }

    private void redeliver(RMManager manager) {
        DestinationPolicyType policy = manager.getDestinationPolicy();
        if (policy.getRetryPolicy() != null
                && settings.text("redelivery-interval") == null
                && settings.text("redelivery-attempts") == null) {
            return;
        }
        RetryPolicyType retries = new RetryPolicyType();
        retries.setMaxRetries(redeliveryAttempts == 0 ? -1 : redeliveryAttempts);
        retries.setInterval(redeliveryInterval.toMillis());
        // CXF's default doubles the interval each time.
        retries.setAlgorithm("Constant");
        policy.setRetryPolicy(retries);
    }

    private static void addFeatures(Bus bus) {
        if (bus.getOutInterceptors().stream().noneMatch(MAPAggregator.class::isInstance)) {
            new WSAddressingFeature().initialize(bus);
        }
        if (bus.getOutInterceptors().stream().noneMatch(RMOutInterceptor.class::isInstance)) {
            new RMFeature().initialize(bus);
        }
    }
}
