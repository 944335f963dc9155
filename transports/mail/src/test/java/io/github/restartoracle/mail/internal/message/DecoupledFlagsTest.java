package io.github.restartoracle.mail.internal.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.cxf.ws.addressing.ContextUtils;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DecoupledFlagsTest {
    private static final String PROPERTY = ContextUtils.ALLOWED_DECOUPLED_DEST_SCHEMES_PROPERTY;

    private final @Nullable String before = System.getProperty(PROPERTY);

    @AfterEach
    void restore() {
        set(before);
    }

    private static void set(@Nullable String value) {
        if (value == null) {
            System.clearProperty(PROPERTY);
        } else {
            System.setProperty(PROPERTY, value);
        }
    }

    @Test
    void shouldNameThePropertyAndKeepWhatCxfAllowsItself() {
        set(null);

        assertThat(DecoupledFlags.problem(true))
                .contains("-D" + PROPERTY + "=http://,https://,")
                .contains("local://,mailto: ")
                .contains("restart-oracle.mail.recipient-domains");
    }

    @Test
    void shouldKeepWhatTheUserAllows() {
        set("http://,jms:");

        assertThat(DecoupledFlags.problem(true)).contains("-D" + PROPERTY + "=http://,jms:,mailto: ");
    }

    @Test
    void shouldBeContentWhenMailAddressesPass() {
        set("http://, MAILTO:");

        assertThat(DecoupledFlags.problem(true)).isNull();
    }

    @Test
    void shouldNameTheOtherPropertyForAddressingWithoutReliability() {
        set("mailto:");

        assertThat(DecoupledFlags.problem(false))
                .contains("-D" + ContextUtils.WS_ADDRESSING_DECOUPLED_ENABLED_PROPERTY + "=true ")
                .doesNotContain(PROPERTY);
    }
}
