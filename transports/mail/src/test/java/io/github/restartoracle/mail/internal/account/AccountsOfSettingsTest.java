package io.github.restartoracle.mail.internal.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.restartoracle.settings.SettingException;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.RestartOracleFeature;
import java.util.Map;
import java.util.Objects;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AccountsOfSettingsTest {
    private static final MailAddress OURS = MailAddress.of("ours@example.org");

    private final Bus bus = new CXFBusFactory().createBus();

    @AfterEach
    void shutDown() {
        bus.shutdown(true);
    }

    private void install(Map<String, String> properties) {
        RestartOracleFeature feature = new RestartOracleFeature("fixed");
        feature.setProperties(properties);
        feature.initialize(bus);
    }

    @Test
    void shouldTakeTheAccountsOfTheFeature() {
        install(Map.of("mail.address", OURS.toString(), "mail.smtp.host", "relay.example.org"));

        MailAccount account = MailAccounts.of(bus).at(OURS);
        SmtpRelay relay = Objects.requireNonNull(Objects.requireNonNull(account).smtp());
        assertThat(relay.server().host()).isEqualTo("relay.example.org");
    }

    @Test
    void shouldFailAtTheStartNamingThePropertyThatIsWrong() {
        assertThatThrownBy(() -> install(Map.of(
                        "mail.address", OURS.toString(), "mail.smtp.host", "relay.example.org", "mail.smtp.port", "x")))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("restart-oracle.mail.smtp.port");
        assertThatThrownBy(() -> install(Map.of("mail.adress", OURS.toString())))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("restart-oracle.mail.adress");
        assertThat(RestartOracle.of(bus)).isNull();
        assertThat(bus.getExtension(MailAccounts.class)).isNull();
    }

    @Test
    void shouldKeepAccountsThatWereSetInCodeAndAddTheOthers() {
        MailAccounts inCode = MailAccounts.from(
                Settings.of(Map.of("mail.address", OURS.toString(), "mail.smtp.host", "in-code.example.org")));
        MailAccount kept = inCode.at(OURS);
        bus.setExtension(inCode, MailAccounts.class);
        install(Map.of(
                "mail.smtp.host", "relay.example.org",
                "mail.accounts.a.address", OURS.toString(),
                "mail.accounts.b.address", "b@example.org"));

        assertThat(MailAccounts.of(bus)).isSameAs(inCode);
        assertThat(inCode.at(OURS)).isSameAs(kept);
        assertThat(inCode.at(MailAddress.of("b@example.org"))).isNotNull();
    }

    @Test
    void shouldGiveABusNoAccountsWhenThereAreNoSuchProperties() {
        install(Map.of());

        assertThat(bus.getExtension(MailAccounts.class)).isNull();
    }
}
