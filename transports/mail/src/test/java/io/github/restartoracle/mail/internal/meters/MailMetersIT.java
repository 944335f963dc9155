package io.github.restartoracle.mail.internal.meters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import io.github.restartoracle.mail.GreenMailSetup;
import io.github.restartoracle.mail.internal.account.MailAccounts;
import io.github.restartoracle.mail.internal.inbox.Inboxes;
import io.github.restartoracle.mail.internal.smtp.SentMailListener;
import io.github.restartoracle.mail.internal.smtp.SmtpOutcome;
import io.github.restartoracle.settings.Settings;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The meters of a mailbox on a real mail server. */
class MailMetersIT {
    private static final String ACCOUNT = "shop";
    private static final String ADDRESS = "orders@supplier.example";

    @TempDir
    Path spool;

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final GreenMail server = new GreenMail(new ServerSetup[] {
        GreenMailSetup.of(ServerSetup.PROTOCOL_SMTP), GreenMailSetup.of(ServerSetup.PROTOCOL_POP3)
    });

    @BeforeEach
    void start() {
        server.start();
        server.setUser(ADDRESS, ADDRESS, "secret");
    }

    @AfterEach
    void stop() {
        server.stop();
    }

    private ApplicationContextRunner runner() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(MailMetersAutoConfiguration.class))
                .withBean(Bus.class, this::bus);
    }

    private Bus bus() {
        Bus bus = new CXFBusFactory().createBus();
        Map<String, String> account = Map.of(
                "address", ADDRESS,
                "pop3.host", "localhost",
                "pop3.port", Integer.toString(server.getPop3().getPort()),
                "pop3.tls", "none",
                "pop3.plaintext-login", "true",
                "pop3.user", ADDRESS,
                "pop3.password", "secret",
                "pop3.poll-interval", "100ms",
                "spool-directory", spool.toString());
        Map<String, String> properties = new HashMap<>();
        account.forEach((name, value) -> properties.put("mail.accounts." + ACCOUNT + "." + name, value));
        bus.setExtension(MailAccounts.from(Settings.of(properties)), MailAccounts.class);
        return bus;
    }

    @Test
    void shouldBeFoundBySpringBootAndNeedMicrometer() {
        assertThat(ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader()))
                .contains(MailMetersAutoConfiguration.class.getName());
        runner().run(context -> assertThat(context).hasSingleBean(MeterBinder.class));
        runner().withClassLoader(new FilteredClassLoader(MeterBinder.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("restartOracleMailMeters"));
    }

    private static void poll(Bus bus) throws IOException {
        MailAccounts accounts = Objects.requireNonNull(bus.getExtension(MailAccounts.class));
        assertThat(Inboxes.of(bus).poll(accounts.all().get(0))).isTrue();
    }

    private double received(String outcome) {
        return registry.get("restart.oracle.mail.received")
                .tags("account", ACCOUNT, "outcome", outcome)
                .functionCounter()
                .count();
    }

    private double gauge(String name) {
        return registry.get("restart.oracle.mail." + name)
                .tags("account", ACCOUNT)
                .gauge()
                .value();
    }

    @Test
    void shouldShowWhatComesAndHowPollingGoes() {
        runner().run(context -> {
            MailMeters meters = context.getBean(MailMeters.class);
            meters.bindTo(registry);
            assertThat(registry.getMeters()).as("nobody polls").isEmpty();
            poll(context.getBean(Bus.class));
            GreenMailUtil.sendTextEmail(
                    ADDRESS,
                    "somebody@elsewhere.example",
                    "lunch",
                    "today?",
                    server.getSmtp().getServerSetup());
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(received("quarantined")).isEqualTo(1));
            assertThat(received("accepted")).isZero();
            assertThat(received("duplicate") + received("fault") + received("delivery-report"))
                    .isZero();
            assertThat(gauge("pending")).isZero();
            await().untilAsserted(() -> assertThat(gauge("quarantine")).isEqualTo(1));
            assertThat(gauge("poll.failures")).isZero();
            assertThat(registry.get("restart.oracle.mail.aborted.sessions")
                            .functionCounter()
                            .count())
                    .isZero();

            server.getPop3().stopService();
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(gauge("poll.failures")).isPositive());
            assertThat(registry.get("restart.oracle.mail.poll.time").timeGauge().value(TimeUnit.HOURS))
                    .isLessThan(1);
        });
    }

    @Test
    void shouldCountWhatIsSentByItsResult() {
        runner().run(context -> {
            context.getBean(MailMeters.class).bindTo(registry);
            SentMailListener listener =
                    Objects.requireNonNull(context.getBean(Bus.class).getExtension(SentMailListener.class));
            listener.sent(ACCOUNT, null);
            listener.sent(ACCOUNT, null);
            listener.sent(ACCOUNT, SmtpOutcome.TEMPORARY);
            assertThat(sent("sent")).isEqualTo(2);
            assertThat(sent("temporary")).isEqualTo(1);
        });
    }

    private double sent(String result) {
        return registry.get("restart.oracle.mail.sent")
                .tags(Tags.of("account", ACCOUNT, "result", result))
                .counter()
                .count();
    }
}
