package io.github.restartoracle.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpellingTest {
    private static final List<String> KNOWN = List.of("exponential-backoff", "fixed", "jacobson-karn", "none", "qest");

    @ParameterizedTest
    @CsvSource({"quest, qest", "QEST, qest", "fixd, fixed", "exponential-back-off, exponential-backoff", "nome, none"})
    void shouldFindTheNameThatWasMeant(String given, String meant) {
        assertThat(Spelling.nearest(given, KNOWN)).contains(meant);
    }

    @Test
    void shouldNotGuessWildly() {
        assertThat(Spelling.nearest("tcp", KNOWN)).isEmpty();
        assertThat(Spelling.nearest("", KNOWN)).isEmpty();
        assertThat(Spelling.nearest("fixed", List.of())).isEmpty();
    }
}
