package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.status.PathStatus;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.apache.cxf.ws.rm.manager.RetryPolicyType;
import org.apache.cxf.ws.rm.manager.SourcePolicyType;
import org.apache.cxf.ws.rmp.v200502.RMAssertion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that CXF's own configuration of retransmission is used for properties that are not set. */
class StockPolicyIT {
    private final Bus bus = new CXFBusFactory().createBus();
    private final RMFeature feature = new RMFeature();

    @AfterEach
    void close() {
        bus.shutdown(true);
    }

    /** Returns the state of the path of a client after its first call, whose service is down. */
    private PathStatus path(Map<String, String> properties) {
        Map<String, String> settings = new HashMap<>(properties);
        RestartOracle.install(bus, Settings.of(settings), TransmissionListener.NONE);
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(Orders.class);
        factory.setAddress("http://127.0.0.1:" + FreePort.next() + "/orders");
        factory.getFeatures().add(new WSAddressingFeature());
        factory.getFeatures().add(feature);
        Bus before = BusFactory.getAndSetThreadDefaultBus(bus);
        try {
            factory.create(Orders.class).put("first");
        } finally {
            BusFactory.setThreadDefaultBus(before);
        }
        RestartOracle oracle = Objects.requireNonNull(RestartOracle.of(bus));
        await().until(() -> !oracle.paths().isEmpty());
        return oracle.paths().get(0);
    }

    private static RMAssertion assertion(long millis, boolean exponential) {
        RMAssertion assertion = new RMAssertion();
        RMAssertion.BaseRetransmissionInterval interval = new RMAssertion.BaseRetransmissionInterval();
        interval.setMilliseconds(millis);
        assertion.setBaseRetransmissionInterval(interval);
        if (exponential) {
            assertion.setExponentialBackoff(new RMAssertion.ExponentialBackoff());
        }
        return assertion;
    }

    @Test
    void shouldTakeTheIntervalOfTheManager() {
        bus.getExtension(RMManager.class).getConfiguration().setBaseRetransmissionInterval(1500L);
        bus.getExtension(RMManager.class).getConfiguration().setExponentialBackoff(false);
        PathStatus path = path(Map.of());
        assertThat(path.oracle()).isEqualTo("fixed");
        assertThat(path.timeoutNanos()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(1500));
    }

    @Test
    void shouldTakeTheIntervalOfTheFeature() {
        feature.setRMAssertion(assertion(1700, true));
        PathStatus path = path(Map.of());
        assertThat(path.oracle()).isEqualTo("exponential-backoff");
        assertThat(path.timeoutNanos()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(1700));
    }

    @Test
    void shouldLeaveTheOracleThatIsSetAndTakeItsFirstTimeout() {
        feature.setRMAssertion(assertion(1700, true));
        PathStatus path = path(Map.of("oracle", "fixed"));
        assertThat(path.oracle()).isEqualTo("fixed");
        assertThat(path.timeoutNanos()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(1700));
    }

    @Test
    void shouldLeaveWhatPropertiesSay() {
        feature.setRMAssertion(assertion(1700, true));
        PathStatus path = path(Map.of("oracle", "fixed", "initial-timeout", "5s"));
        assertThat(path.timeoutNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(5));
    }

    @Test
    void shouldChooseTheDefaultWhenNothingIsConfigured() {
        assertThat(path(Map.of()).oracle()).isEqualTo(RestartOracle.DEFAULT_ORACLE);
    }

    @Test
    void shouldTakeTheLimitOfRestarts() {
        NotedTransmissions source = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "100ms");
        setup.sourceListener = source;
        setup.lost = (message, attempt) -> true;
        try (ReliablePair pair = new ReliablePair(setup)) {
            SourcePolicyType policy = new SourcePolicyType();
            policy.setRetryPolicy(new RetryPolicyType());
            policy.getRetryPolicy().setMaxRetries(2);
            pair.manager().setSourcePolicy(policy);
            pair.orders.put("first");
            await().until(() -> source.gaveUp.size() == 1);
            assertThat(source.dispatched).containsExactly("1#1", "1#2", "1#3");
        }
    }
}
