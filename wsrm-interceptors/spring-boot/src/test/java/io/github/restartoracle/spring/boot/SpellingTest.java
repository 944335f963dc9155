package io.github.restartoracle.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpellingTest {
    private static final List<String> KNOWN = List.of("initial-timeout", "max-timeout", "min-timeout", "oracle");

    @ParameterizedTest
    @ValueSource(
            strings = {"initial-timeuot", "intial-timeout", "initial-timeout-", "initial_timeout", "inital-timout"})
    void shouldFindWhatWasMeant(String word) {
        assertThat(Spelling.meant(word, KNOWN)).hasValue("initial-timeout");
    }

    @Test
    void shouldPreferTheNearest() {
        assertThat(Spelling.meant("mmin-timeout", KNOWN)).hasValue("min-timeout");
        assertThat(Spelling.meant("mx-timeout", KNOWN)).hasValue("max-timeout");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "o", "colour", "timeout", "barnacle"})
    void shouldFindNothingThatIsFar(String word) {
        assertThat(Spelling.meant(word, KNOWN)).isEmpty();
    }
}
