package io.github.restartoracle.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.service.model.EndpointInfo;
import org.apache.cxf.transport.ConduitInitiatorManager;
import org.apache.cxf.transport.DestinationFactoryManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MailTransportFactoryTest {
    private final Bus bus = new ExtensionManagerBus();

    @AfterEach
    void shutDown() {
        bus.shutdown(true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mailto:a@x", "MAILTO:a@x", "MailTo:a@x"})
    void shouldBeFoundByTheSchemeInAnyCase(String address) {
        assertThat(bus.getExtension(ConduitInitiatorManager.class).getConduitInitiatorForUri(address))
                .isInstanceOf(MailTransportFactory.class);
        assertThat(bus.getExtension(DestinationFactoryManager.class).getDestinationFactoryForUri(address))
                .isInstanceOf(MailTransportFactory.class);
    }

    @Test
    void shouldNotBeAskedForOtherAddresses() {
        Object other = bus.getExtension(ConduitInitiatorManager.class).getConduitInitiatorForUri("http://localhost/a");
        assertThat(other instanceof MailTransportFactory).isFalse();
        assertThat(MailTransportFactory.DEFAULT_URIS)
                .hasSize(64)
                .allMatch(prefix -> "mailto:".equalsIgnoreCase(prefix));
    }

    @Test
    void shouldSayWhichPropertiesAnAddressWithoutAnAccountNeeds() {
        EndpointInfo endpoint = new EndpointInfo();
        endpoint.setAddress("mailto:nobody@example.org");

        assertThatThrownBy(() -> new MailTransportFactory().getDestination(endpoint, bus))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("nobody@example.org")
                .hasMessageContaining("restart-oracle.mail.accounts.NAME.address");
    }
}
