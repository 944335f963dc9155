package io.github.restartoracle.internal.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests messages whose attempts have all ended without an answer, when the budget has no token left for a copy. */
class NoLivingAttemptTest {
    private static final int MESSAGES = 60;

    private final PathFixture path = PathFixture.canary();

    private void connect(String attempt) {
        path.attempt(attempt).connected(PathFixture.MILLIS);
        path.connect(attempt);
    }

    private void fail(String attempt) {
        path.attempt(attempt).fail(new SocketTimeoutException("no answer in 60 s"));
    }

    /** Lets time pass, applies an outcome to each dispatched attempt, and returns these attempts. */
    private List<String> pass(int seconds, Consumer<String> fate) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < 20 * seconds; i++) {
            path.advance(50);
            for (List<String> left = path.left(); !left.isEmpty(); left = path.left()) {
                left.forEach(each -> fate.accept(each.substring(0, each.indexOf('@'))));
                all.addAll(left);
            }
        }
        return all;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTransmitAgainWhateverTheBudget(boolean tellsReceipt) {
        for (int i = 1; i <= MESSAGES; i++) {
            path.send(i);
            if (tellsReceipt) {
                path.attempt(i + "#1").tellReceipt();
            }
            path.hang(i + "#1");
        }
        // Copies are made of messages whose attempts are running, until there is no token left.
        pass(20, this::connect);
        for (int i = 1; i <= MESSAGES; i++) {
            int last = path.path
                    .status(path.sequence.get(i).orElseThrow(), path.now())
                    .attempts();
            for (int attempt = 1; attempt <= last; attempt++) {
                fail(i + "#" + attempt);
            }
        }
        assertThat(path.status().oracleState().get("tokens")).isLessThan(MESSAGES);
        Set<String> restarted = new HashSet<>();
        pass(30, attempt -> {
            connect(attempt);
            restarted.add(attempt.substring(0, attempt.indexOf('#')));
        });
        assertThat(restarted).hasSize(MESSAGES);
    }

    @Test
    void shouldBackOff() {
        path.send(1);
        fail("1#1");
        path.left();
        assertThat(pass(50, this::fail))
                .as("after 1, 2, 4, 8 and then 10 s")
                .containsExactly(
                        "1#2@1000", "1#3@3000", "1#4@7000", "1#5@15000", "1#6@25000", "1#7@35000", "1#8@45000");
    }
}
