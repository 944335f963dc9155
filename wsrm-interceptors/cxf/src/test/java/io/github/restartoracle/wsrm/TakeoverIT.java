package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import java.util.Map;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests messages that CXF recovered while a client was made, before the feature of that client was applied. */
class TakeoverIT {
    private static final Map<String, String> SETTINGS = Map.of("oracle", "fixed", "initial-timeout", "300ms");

    private final KeepingStore store = new KeepingStore();
    private final Bus secondLife = new CXFBusFactory().createBus();

    /**
     * Starts the first life, of which the store keeps two messages. It goes on, but its messages do not arrive any more.
     */
    private ReliablePair firstLife() {
        NotedTransmissions source = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.store = store;
        setup.sourceListener = source;
        setup.lost = (message, attempt) -> message > 1;
        ReliablePair pair = new ReliablePair(setup);
        pair.orders.put("1");
        await().until(() -> source.acknowledged.size() == 1);
        pair.orders.put("2");
        pair.orders.put("3");
        await().until(() -> store.size() == 2);
        RMManager manager = secondLife.getExtension(RMManager.class);
        manager.getConfiguration().setDeliveryAssurance(DeliveryAssurance.EXACTLY_ONCE);
        manager.setStore(store);
        return pair;
    }

    private Orders client(String address, boolean withOracle) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(secondLife);
        factory.setServiceClass(Orders.class);
        factory.setAddress(address);
        factory.getFeatures().add(new WSAddressingFeature());
        factory.getFeatures().add(new RMFeature());
        if (withOracle) {
            factory.getFeatures().add(feature());
        }
        Bus former = BusFactory.getAndSetThreadDefaultBus(secondLife);
        try {
            return (Orders) factory.create();
        } finally {
            BusFactory.setThreadDefaultBus(former);
        }
    }

    private static RestartOracleFeature feature() {
        RestartOracleFeature feature = new RestartOracleFeature();
        feature.setProperties(SETTINGS);
        return feature;
    }

    @ParameterizedTest(name = "feature on the bus {0}")
    @ValueSource(booleans = {true, false})
    void shouldSendWhatWasRecovered(boolean featureOnBus) throws Exception {
        try (ReliablePair pair = firstLife()) {
            if (featureOnBus) {
                feature().initialize(secondLife);
            }
            Orders orders = client(pair.address, !featureOnBus);
            await().until(() -> pair.bean.delivered.size() == 3);
            assertThat(pair.deliveredSorted()).containsExactly("1", "2", "3");
            orders.put("4");
            await().until(() -> pair.bean.delivered.size() == 4);
            await().until(() -> store.size() == 0);
            ClientProxy.getClient(orders).destroy();
            secondLife.shutdown(true);
        }
    }

    @Test
    void shouldSayWhatToDoWhenItCannotTakeOverWhatWasRecovered() {
        try (ReliablePair pair = firstLife()) {
            Orders orders = client(pair.address, false);
            assertThatIllegalStateException()
                    .isThrownBy(
                            () -> RestartOracle.install(secondLife, Settings.of(SETTINGS), TransmissionListener.NONE))
                    .withMessageContaining("holds 2 messages")
                    .withMessageContaining("with a store, put the feature on the bus");
            assertThat(RestartOracle.of(secondLife)).isNull();
            ClientProxy.getClient(orders).destroy();
            secondLife.shutdown(true);
        }
    }
}
