package io.github.restartoracle.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.restartoracle.settings.SettingException;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.wsrm.internal.conduit.TransportInstaller;
import java.util.Map;
import java.util.ServiceLoader;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.transport.http.HTTPConduitFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HttpAttemptTransportTest {
    private static final Settings NONE = Settings.of(Map.of());

    private final Bus bus = new ExtensionManagerBus();
    private final HttpAttemptTransport transport = new HttpAttemptTransport();

    @AfterEach
    void shutDown() {
        bus.shutdown(true);
    }

    @Test
    void shouldBeFoundByTheServiceLoader() {
        assertThat(ServiceLoader.load(TransportInstaller.class)).hasAtLeastOneElementOfType(HttpAttemptTransport.class);
    }

    @Test
    void shouldInstallOnceWhenAskedTwice() {
        transport.install(bus, NONE);
        HTTPConduitFactory first = bus.getExtension(HTTPConduitFactory.class);
        transport.install(bus, NONE);
        assertThat(first).isInstanceOf(AttemptConduitFactory.class);
        assertThat(bus.getExtension(HTTPConduitFactory.class)).isSameAs(first);
    }

    @Test
    void shouldRefuseAClassPathWithAnEarlierNetty() {
        assertThatThrownBy(() -> HttpAttemptTransport.requireNetty(ClassLoader.getPlatformClassLoader()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("needs Netty 4.2");
    }

    @Test
    void shouldLeaveAFactoryThatTheUserHasSet() {
        HTTPConduitFactory users = (factory, owner, endpoint, target) -> {
            throw new AssertionError("not called");
        };
        bus.setExtension(users, HTTPConduitFactory.class);
        transport.install(bus, NONE);
        assertThat(bus.getExtension(HTTPConduitFactory.class)).isSameAs(users);
    }

    @Test
    void shouldInstallNothingWhenASettingIsWrong() {
        assertThatThrownBy(() -> transport.install(bus, Settings.of(Map.of("http.connection-per-attempt", "yes"))))
                .isInstanceOf(SettingException.class);
        assertThat(bus.getExtension(HTTPConduitFactory.class)).isNull();
    }
}
