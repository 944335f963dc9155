package io.github.restartoracle.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.settings.SettingException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretsTest {
    @ParameterizedTest
    @CsvSource({
        "restart-oracle.mail.accounts.shop.smtp.password, hunter2",
        "restart-oracle.mail.accounts.shop.smtp.token, hunter2",
        "restart-oracle.mail.accounts.shop.smtp.port, hunter2",
        "restart-oracle.mail.accounts.shop.smtp.pasword, hunter2",
        "restart-oracle.mail.acounts.shop.user, hunter2",
        "restart-oracle.mial.accounts.shop.smtp.Password, 1234",
        "restart-oracle.own.api-key, 1234"
    })
    void shouldHideWhatMayBeASecret(String property, String value) {
        assertThat(Secrets.shown(property, value)).isEqualTo("...");
        assertThat(new SettingException(property, value, "something else"))
                .hasMessageContaining(property)
                .message()
                .doesNotContain(value);
    }

    @ParameterizedTest
    @CsvSource({
        "restart-oracle.initial-timeout, soon",
        "restart-oracle.oracle, jacobsen-karn",
        "restart-oracle.mail.accounts.shop.smtp.port, 99999",
        "restart-oracle.mail.accounts.shop.smtp.timeout, 5s",
        "restart-oracle.mail.accounts.shop.smtp.host, mail.example.org",
        "restart-oracle.mail.accounts.shop.allowed-senders, supplier.example"
    })
    void shouldShowWhatHelpsToFindTheMistake(String property, String value) {
        assertThat(Secrets.shown(property, value)).isEqualTo(value);
    }
}
