package io.github.restartoracle.mail.internal.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class QueueRunsTest {
    private static final String DOMAIN = "example.com";

    private final QueueRuns runs = new QueueRuns(Duration.ofSeconds(14), Duration.ofSeconds(5));
    private final Set<Object> missing = new HashSet<>();

    private void sent(String domain, Object of, long second) {
        missing.add(of);
        runs.sent(domain, new ExpectedAnswer(of, () -> missing.contains(of)), nanos(second));
    }

    private static long nanos(long second) {
        return Duration.ofSeconds(second).toNanos();
    }

    /** Returns the seconds in a range at which the relay is asked, checking at each second. */
    private List<Long> asked(long from, long until) {
        List<Long> seconds = new ArrayList<>();
        for (long second = from; second < until; second++) {
            if (!runs.due(nanos(second)).isEmpty()) {
                seconds.add(second);
            }
        }
        return seconds;
    }

    @Test
    void shouldAskAfterASilenceAndEverMoreRarely() {
        sent(DOMAIN, "sequence", 0);
        sent(DOMAIN, "sequence", 10);

        assertThat(asked(0, 14)).isEmpty();
        assertThat(asked(14, 70)).containsExactly(14L, 19L, 24L, 29L, 34L, 39L, 44L, 49L, 54L, 59L, 64L, 69L);
        assertThat(asked(70, 3_600)).hasSizeLessThan(80);
        // 432,000 s are five days.
        assertThat(asked(3_600, 432_000)).hasSizeBetween(700, 800);
    }

    @Test
    void shouldAskAgainAfterAMailThatDoesNotAnswerEverything() {
        sent(DOMAIN, "sequence", 0);
        runs.heard(DOMAIN, nanos(13));

        assertThat(asked(13, 40)).containsExactly(27L, 32L, 37L);
        runs.heard(DOMAIN, nanos(40));
        assertThat(asked(40, 60)).containsExactly(54L, 59L);
    }

    @Test
    void shouldAskNoMoreWhenEverythingIsAnswered() {
        sent(DOMAIN, "sequence", 0);
        sent(DOMAIN, "call", 1);
        missing.remove("sequence");
        assertThat(asked(2, 15)).containsExactly(14L);
        missing.remove("call");

        assertThat(asked(15, 100)).isEmpty();
        assertThat(runs.isEmpty()).isTrue();
    }

    @Test
    void shouldLearnForHowLongADomainIsSilent() {
        QueueRuns learning = new QueueRuns(null, Duration.ofSeconds(5));
        ExpectedAnswer answer = new ExpectedAnswer("sequence", () -> true);

        assertThat(firstAsked(learning, answer, 0)).isEqualTo(15);
        // A wait with a request doubles the time, until a wait ends without one.
        learning.heard(DOMAIN, nanos(40));
        assertThat(firstAsked(learning, answer, 40)).isEqualTo(70);
        learning.heard(DOMAIN, nanos(80));
        for (long second = 86; second <= 200; second += 6) {
            learning.sent(DOMAIN, answer, nanos(second - 1));
            learning.heard(DOMAIN, nanos(second));
            // The mails that the same poll fetches count as one.
            learning.heard(DOMAIN, nanos(second));
        }
        assertThat(firstAsked(learning, answer, 200)).isBetween(206L, 208L);
    }

    private static long firstAsked(QueueRuns runs, ExpectedAnswer answer, long from) {
        runs.sent(DOMAIN, answer, nanos(from));
        long second = from;
        while (runs.due(nanos(second)).isEmpty()) {
            second++;
        }
        return second;
    }

    @Test
    void shouldAskForEachDomainByItself() {
        sent("a.example", "one", 0);
        sent("b.example", "two", 5);
        runs.heard("a.example", nanos(6));

        assertThat(runs.due(nanos(19))).containsExactly("b.example");
        assertThat(runs.due(nanos(20))).containsExactly("a.example");
    }

    @Test
    void shouldWaitForAnHourWhenTheRelayRefuses() {
        sent(DOMAIN, "sequence", 0);
        assertThat(asked(0, 15)).containsExactly(14L);
        runs.refused(DOMAIN, nanos(15));

        assertThat(asked(15, 3_620)).containsExactly(3_615L);
    }

    @Test
    void shouldRememberNoMoreThanAThousandDomains() {
        for (int i = 0; i < 2_000; i++) {
            sent(i + ".example", i, 0);
        }
        assertThat(runs.due(nanos(14))).hasSize(1_000);
        runs.heard("1999.example", nanos(15));
        assertThat(runs.due(nanos(16))).isEmpty();
    }
}
