package io.github.restartoracle.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.restartoracle.harness.testbed.Mailbox;
import io.github.restartoracle.wsrm.RestartOracleFeature;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.service.model.EndpointInfo;
import org.apache.cxf.transport.ConduitInitiatorManager;
import org.apache.cxf.transport.Destination;
import org.apache.cxf.transport.DestinationFactoryManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
    void shouldSayWhichPropertiesAnAddressWithoutAnAccountNeeds() throws IOException {
        EndpointInfo endpoint = new EndpointInfo();
        endpoint.setAddress("mailto:nobody@example.org");

        Destination destination = new MailTransportFactory().getDestination(endpoint, bus);

        assertThatThrownBy(() -> destination.setMessageObserver(message -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("nobody@example.org")
                .hasMessageContaining("restart-oracle.mail.accounts.NAME.address");
    }

    /** CXF creates the destination of a service before it applies the features of the service. */
    @Test
    void shouldReceiveWithTheAccountThatAFeatureBrings(@TempDir Path spool) {
        Mailbox nobodyListens = new Mailbox("a@x.example", "a", "secret", "localhost", 1, 1);
        RestartOracleFeature feature = new RestartOracleFeature("none");
        feature.setProperties(Accounts.properties(nobodyListens, spool));
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setBus(bus);
        factory.setAddress("mailto:a@x.example");
        factory.setServiceBean(new MailPair.NoticesBean());
        factory.getFeatures().add(feature);

        Server server = factory.create();

        assertThat(server.isStarted()).isTrue();
        server.destroy();
    }
}
