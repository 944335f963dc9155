package io.github.restartoracle.wsrm.internal.echo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;

class ArrivalLogTest {
    private final ArrivalLog log = new ArrivalLog();

    private void arrive(String sequence, long number, int transmission) {
        log.add(new TransmissionHeaders.Arrived(sequence, number, transmission, number * 10));
    }

    private List<String> take(String sequence, LongPredicate covered) {
        List<TransmissionHeaders.Arrived> taken = new ArrayList<>();
        log.take(sequence, covered, taken);
        return taken.stream()
                .map(arrived -> arrived.number() + "#" + arrived.transmission())
                .toList();
    }

    @Test
    void shouldEchoEachArrivalOnceInTheOrderOfArrival() {
        arrive("s", 1, 1);
        arrive("s", 2, 2);
        arrive("s", 1, 2);
        arrive("other", 1, 1);
        assertThat(take("s", number -> true)).containsExactly("1#1", "2#2", "1#2");
        assertThat(take("s", number -> true)).isEmpty();
        assertThat(take("unknown", number -> true)).isEmpty();
    }

    @Test
    void shouldKeepWhatIsWithheldUntilItIsAcknowledged() {
        arrive("s", 2, 1);
        arrive("s", 3, 1);
        arrive("s", 1, 2);
        assertThat(take("s", number -> number == 1)).containsExactly("1#2");
        assertThat(take("s", number -> number <= 3)).containsExactly("2#1", "3#1");
    }

    @Test
    void shouldForgetTheOldestArrivalsOfASequence() {
        for (long number = 1; number <= 200; number++) {
            arrive("s", number, 1);
        }
        assertThat(take("s", number -> true))
                .hasSize(TransmissionHeaders.MAX_ARRIVALS)
                .startsWith("137#1");
    }

    @Test
    void shouldForgetTheSequencesThatWereNotUsedForLong() {
        for (int sequence = 0; sequence < 3_000; sequence++) {
            arrive("s" + sequence, 1, 1);
        }
        assertThat(take("s0", number -> true)).isEmpty();
        assertThat(take("s2999", number -> true)).hasSize(1);
    }
}
