package io.github.restartoracle.wsrm.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.wsrm.attempt.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a destination that answers without acknowledging. */
class AnswersWithoutAckTest {
    private static final int MESSAGES = 5;

    private static PathFixture path(String oracle) {
        return new PathFixture(OracleCatalog.load().factory(Settings.of(Map.of("oracle", oracle))));
    }

    /** Answers every transmission at once; returns the messages given up and the sequences forgotten, in order. */
    private static List<String> answer(PathFixture path, int seconds) {
        List<String> told = new ArrayList<>();
        for (int i = 0; i < 10 * seconds; i++) {
            for (String each : path.left()) {
                if (each.startsWith("gave up") || each.startsWith("forgotten")) {
                    told.add(each);
                } else {
                    String attempt = each.substring(0, each.indexOf('@'));
                    path.attempt(attempt).advance(Phase.RESPONDED);
                    path.answer(attempt);
                }
            }
            path.advance(100);
        }
        return told;
    }

    @ParameterizedTest
    @ValueSource(strings = {"fixed", "exponential-backoff", "jacobson-karn", "qest", "canary"})
    void shouldGiveUpASequenceThatIsNeverAcknowledgedInAnswers(String oracle) {
        PathFixture path = path(oracle);
        path.sequence.acknowledgedInAnswers();
        for (int i = 1; i <= MESSAGES; i++) {
            path.send(i);
        }
        assertThat(answer(path, 29)).isEmpty();
        // A listener that calls again when a message is given up must get a new sequence.
        assertThat(answer(path, 120)).hasSize(1 + MESSAGES).first().isEqualTo("forgotten s");
        assertThat(path.forgotten).containsExactly("s");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fixed", "canary"})
    void shouldGoOnWhereAcknowledgementsComeOnAnotherWay(String oracle) {
        PathFixture path = path(oracle);
        for (int i = 1; i <= MESSAGES; i++) {
            path.send(i);
        }
        assertThat(answer(path, 600)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"fixed", "canary"})
    void shouldGoOnWhileSomethingOfTheSequenceIsAcknowledged(String oracle) {
        PathFixture path = path(oracle);
        path.sequence.acknowledgedInAnswers();
        for (int i = 1; i <= MESSAGES; i++) {
            path.send(i);
        }
        for (int i = 1; i < MESSAGES; i++) {
            assertThat(answer(path, 25)).isEmpty();
            path.acknowledge(1, i);
        }
    }
}
