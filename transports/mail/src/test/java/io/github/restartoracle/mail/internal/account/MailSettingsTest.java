package io.github.restartoracle.mail.internal.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.restartoracle.settings.SettingException;
import io.github.restartoracle.settings.Settings;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MailSettingsTest {
    private static final MailAddress ORDERS = MailAddress.of("orders@example.org");

    private static MailAccounts read(String... namesAndValues) {
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put("mail." + namesAndValues[i], namesAndValues[i + 1]);
        }
        return MailAccounts.from(Settings.of(values));
    }

    @Test
    void shouldHaveNoAccountWithoutProperties() {
        assertThat(read().all()).isEmpty();
        assertThat(read("smtp.host", "relay").all()).isEmpty();
    }

    @Test
    void shouldHaveSafeDefaults() {
        MailAccount account = Objects.requireNonNull(read(
                        "address",
                        "orders@example.org",
                        "smtp.host",
                        "relay",
                        "pop3.host",
                        "box",
                        "pop3.user",
                        "u",
                        "pop3.password",
                        "secret")
                .at(ORDERS));

        SmtpRelay smtp = Objects.requireNonNull(account.smtp());
        Pop3Mailbox pop3 = Objects.requireNonNull(account.pop3());
        assertThat(account.name()).isEqualTo("default");
        assertThat(smtp.server().tls()).isEqualTo(TlsMode.IMPLICIT);
        assertThat(smtp.server().port()).isEqualTo(465);
        assertThat(smtp.server().readTimeout()).isGreaterThanOrEqualTo(Duration.ofMinutes(5));
        assertThat(smtp.heloName()).isEqualTo("example.org");
        assertThat(smtp.quotedPrintable()).isFalse();
        assertThat(pop3.server().port()).isEqualTo(995);
        assertThat(pop3.pollInterval()).isEqualTo(Duration.ofSeconds(6));
        assertThat(pop3.deletePolicy()).isEqualTo(DeletePolicy.AFTER_PROCESSING);
        assertThat(pop3.apop()).isFalse();
        assertThat(account.limits()).isEqualTo(MailLimits.ofDefaults());
        assertThat(account.policy().allowsRecipient(ORDERS)).isFalse();
        assertThat(account.policy().allowedSenders()).isEmpty();
    }

    @Test
    void shouldLetAnAccountBeginWithWhatIsCommon() {
        MailAccounts accounts = read(
                "address", "a@x",
                "smtp.host", "relay",
                "smtp.tls", "starttls",
                "recipient-domains", "Example.org, partner.com",
                "accounts.orders.address", "orders@example.org",
                "accounts.orders.smtp.port", "2525",
                "accounts.orders.limits.attempts", "3");

        MailAccount orders = Objects.requireNonNull(accounts.at(ORDERS));
        SmtpRelay smtp = Objects.requireNonNull(orders.smtp());
        assertThat(accounts.all()).extracting(MailAccount::name).containsExactly("default", "orders");
        assertThat(smtp.server().host()).isEqualTo("relay");
        assertThat(smtp.server().port()).isEqualTo(2525);
        assertThat(smtp.server().tls()).isEqualTo(TlsMode.STARTTLS);
        assertThat(orders.limits().attempts()).isEqualTo(3);
        assertThat(orders.policy().allowsRecipient(MailAddress.of("b@PARTNER.com")))
                .isTrue();
        assertThat(orders.policy().allowsRecipient(MailAddress.of("b@sub.partner.com")))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    smtp.port                | 0             | a whole number from 1 to 65535
                    smtp.tls                 | maybe         | one of implicit, none, starttls
                    smtp.encoding            | 8bit          | one of base64, quoted-printable
                    smtp.helo-name           | a b           | a host name
                    smtp.connections         | 101           | from 1 to 100
                    smtp.read-timeout        | 0s            | a duration such as
                    smtp.bounce-address      | nobody        | an address or domain
                    pop3.delete              | soon          | one of after-processing, after-spool, never
                    pop3.poll-interval       | 1ms           | from 100ms to 1d
                    limits.mail-bytes        | 1             | at least 1024
                    limits.attempts          | 0             | from 1 to 1000
                    recipient-domains        | a b           | an address or domain
                    recipient-uris           | ht tp:        | a URI such as
                    allowed-senders          | nobody        | an address or domain
                    replay-memory            | -1            | a duration such as
                    address                  | a@x, b@y      | an address or domain
                    """)
    void shouldNamePropertyValueAndRangeWhenAValueIsWrong(String name, String value, String expected) {
        Map<String, String> values = new HashMap<>(
                Map.of("address", "a@x", "smtp.host", "h", "pop3.host", "h", "pop3.user", "u", "pop3.password", "p"));
        values.put(name, value);
        String[] all = values.entrySet().stream()
                .flatMap(entry -> java.util.stream.Stream.of(entry.getKey(), entry.getValue()))
                .toArray(String[]::new);

        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> read(all))
                .withMessageContaining("restart-oracle.mail." + name)
                .withMessageContaining(expected)
                .satisfies(thrown -> assertThat(thrown.toString().contains('"' + value + '"'))
                        .isEqualTo(!mayBeSecret(name)));
    }

    /**
     * Returns whether a wrong value of a property may be a secret: one is easily written into the line of another property of
     * its server, and a URI may have one.
     */
    private static boolean mayBeSecret(String name) {
        return name.startsWith("smtp.") || name.startsWith("pop3.") || name.equals("recipient-uris");
    }

    @ParameterizedTest
    @ValueSource(strings = {"port", "token", "tls", "plaintext-login", "connect-timeout", "deadline"})
    void shouldNotShowASecretInTheWrongLine(String name) {
        for (String server : List.of("smtp.", "pop3.")) {
            assertThatExceptionOfType(SettingException.class)
                    .isThrownBy(
                            () -> read("address", "a@x", "smtp.host", "h", "pop3.host", "h", server + name, "hunter2"))
                    .withMessageContaining("restart-oracle.mail." + server + name)
                    .satisfies(thrown -> assertThat(thrown.toString()).doesNotContain("hunter2"))
                    .satisfies(thrown -> assertThat(thrown.value()).isEqualTo("..."));
        }
    }

    @Test
    void shouldWantAServerThatVouchesForAllowedSenders() {
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> read("address", "a@x", "allowed-senders", "b@y"))
                .withMessageContaining("restart-oracle.mail.authserv-id")
                .withMessageContaining("Authentication-Results");
        assertThat(read("address", "a@x", "allowed-senders", "B@Y,@Z.example", "authserv-id", "mx.x")
                        .all()
                        .get(0)
                        .policy()
                        .allowedSenders())
                .containsExactlyInAnyOrder("B@y", "@z.example");
    }

    @Test
    void shouldNotShowTheValueOfAMisspeltProperty() {
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> read("address", "a@x", "smtp.pasword", "hunter2"))
                .withMessageContaining("restart-oracle.mail.smtp.pasword")
                .withMessageContaining("password")
                .satisfies(thrown -> assertThat(thrown.toString()).doesNotContain("hunter2"));
    }

    @Test
    void shouldRefuseALoginWithoutTlsUnlessItIsPermitted() {
        String[] plain = {
            "address", "a@x", "smtp.host", "h", "smtp.tls", "none", "smtp.user", "u", "smtp.password", "p", "", ""
        };
        plain[10] = "smtp.plaintext-login";
        plain[11] = "false";

        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> read(plain))
                .withMessageContaining("restart-oracle.mail.smtp.tls")
                .withMessageContaining("restart-oracle.mail.smtp.plaintext-login");

        plain[11] = "true";
        assertThat(read(plain).all()).hasSize(1);
        MailServer open = Objects.requireNonNull(read("address", "a@x", "smtp.host", "h", "smtp.tls", "none")
                        .all()
                        .get(0)
                        .smtp())
                .server();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MailServer(
                        open.host(),
                        open.port(),
                        open.tls(),
                        open.trust(),
                        Login.of("u", "p"),
                        open.plaintextLogin(),
                        open.connectTimeout(),
                        open.readTimeout(),
                        open.writeTimeout(),
                        open.deadline()));
    }

    @Test
    void shouldNeverShowAPassword() {
        MailAccount account = read(
                        "address", "a@x",
                        "smtp.host", "h",
                        "smtp.user", "u",
                        "smtp.password", "hunter2")
                .all()
                .get(0);

        assertThat(account.toString()).doesNotContain("hunter2").contains("u");
        Login login = Objects.requireNonNull(
                Objects.requireNonNull(account.smtp()).server().login());
        assertThat(login.password().password("u")).isEqualTo("hunter2");
        assertThat(login.toString()).doesNotContain("hunter2");
    }
}
