package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.restartoracle.settings.SettingException;
import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.wsrm.internal.queue.OracleRetransmissionQueue;
import java.util.Map;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.soap.RetransmissionQueueImpl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RestartOracleFeatureTest {
    private final Bus bus = new CXFBusFactory().createBus();

    @AfterEach
    void shutDown() {
        bus.shutdown(true);
    }

    @Test
    void shouldReplaceTheQueueOfTheBusOnce() {
        RestartOracleFeature feature = new RestartOracleFeature("qest");
        feature.setProperties(Map.of("initial-timeout", "2s"));
        feature.initialize(bus);
        RestartOracle installed = RestartOracle.of(bus);
        int interceptors = bus.getOutInterceptors().size();
        new RestartOracleFeature("none").initialize(bus);
        assertThat(RestartOracle.of(bus)).isNotNull().isSameAs(installed);
        assertThat(bus.getOutInterceptors()).hasSize(interceptors);
        assertThat(bus.getExtension(RMManager.class).getRetransmissionQueue())
                .isInstanceOf(OracleRetransmissionQueue.class);
    }

    @Test
    void shouldInstallNothingWhenAPropertyIsWrong() {
        RestartOracleFeature feature = new RestartOracleFeature("qest");
        feature.setProperties(Map.of("qest.bukets", "7"));
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> feature.initialize(bus))
                .withMessageContaining("restart-oracle.qest.bukets = \"7\"");
        assertThat(RestartOracle.of(bus)).isNull();
        assertThat(bus.getOutInterceptors())
                .noneMatch(interceptor -> interceptor.getClass().getName().startsWith("io.github.restartoracle"));
        assertThat(bus.getExtension(RMManager.class).getRetransmissionQueue())
                .isInstanceOf(RetransmissionQueueImpl.class);
    }

    @Test
    void shouldNotShowThePasswordOfAPropertyThatIsMisspelt() {
        RestartOracleFeature feature = new RestartOracleFeature("qest");
        feature.setProperties(Map.of("mial.smtp.password", "open sesame"));
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> feature.initialize(bus))
                .withMessageContaining("restart-oracle.mial.smtp.password = \"...\"")
                .satisfies(e -> assertThat(e.value()).isEqualTo("..."));
    }

    @Test
    void shouldTakeTheCanaryWhenNoOracleIsChosen() {
        new RestartOracleFeature().initialize(bus);
        assertThat(RestartOracle.of(bus)).isNotNull();
        assertThat(RestartOracle.DEFAULT_ORACLE).isEqualTo("canary");
    }

    @Test
    void shouldNameAMessageThatCannotBe() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MessageId("s", 0))
                .withMessageContaining("was 0");
        assertThat(new MessageId("urn:s", 7)).hasToString("urn:s/7");
    }
}
