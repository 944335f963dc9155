package io.github.restartoracle.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.restartoracle.settings.SettingException;
import io.github.restartoracle.settings.Settings;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HttpSettingsTest {
    @Test
    void shouldReuseConnectionsUnlessToldOtherwise() {
        assertThat(HttpSettings.from(Settings.of(Map.of("oracle", "qest"))))
                .isEqualTo(new HttpSettings(false, true, 16 << 20, 1 << 20));
    }

    @Test
    void shouldReadItsSection() {
        Settings settings =
                Settings.of(Map.of("http.connection-per-attempt", "true", "http.max-response-size", "64KiB"));
        assertThat(HttpSettings.from(settings)).isEqualTo(new HttpSettings(true, true, 64 << 10, 64 << 10));
    }

    @Test
    void shouldNameThePropertyWhenItsNameIsUnknown() {
        assertThatThrownBy(() -> HttpSettings.from(Settings.of(Map.of("http.max-responce-size", "1"))))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("restart-oracle.http.max-responce-size")
                .hasMessageContaining("max-response-size");
    }

    @Test
    void shouldNameThePropertyWhenItsValueIsOutOfRange() {
        assertThatThrownBy(() -> HttpSettings.from(Settings.of(Map.of("http.max-response-size", "0"))))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("restart-oracle.http.max-response-size");
    }
}
