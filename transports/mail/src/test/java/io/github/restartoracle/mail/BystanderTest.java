package io.github.restartoracle.mail;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.mail.internal.account.MailAccounts;
import io.github.restartoracle.mail.internal.inbox.Inboxes;
import io.github.restartoracle.mail.internal.send.Outbox;
import io.github.restartoracle.wsrm.RestartOracleFeature;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.transport.ConduitInitiatorManager;
import org.junit.jupiter.api.Test;

/** An application that has this transport on its class path and no {@code mailto:} address. */
class BystanderTest {
    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.contains("mail"))
                .toList();
    }

    @Test
    void shouldNoticeNothing() {
        List<String> before = threads();
        PrintStream stderr = System.err;
        ByteArrayOutputStream logged = new ByteArrayOutputStream();
        Bus bus = new CXFBusFactory().createBus();
        try {
            System.setErr(new PrintStream(logged, true, StandardCharsets.UTF_8));
            new RestartOracleFeature("fixed").initialize(bus);
            JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
            factory.setBus(bus);
            factory.setServiceClass(Notices.class);
            factory.setAddress("http://localhost/notices");
            assertThat(factory.create()).isNotNull();
            bus.getExtension(ConduitInitiatorManager.class).getConduitInitiatorForUri("http://localhost/notices");

            assertThat(bus.getExtension(MailAccounts.class)).isNull();
            assertThat(bus.getExtension(Outbox.class)).isNull();
            assertThat(bus.getExtension(Inboxes.class)).isNull();
            assertThat(before).containsAll(threads());
        } finally {
            System.setErr(stderr);
            bus.shutdown(true);
        }
        assertThat(logged.toString(StandardCharsets.UTF_8)).doesNotContainIgnoringCase("mail");
    }
}
