package io.github.restartoracle.mail.internal.send;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.mail.internal.inbox.DeliveryReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class AwaitedReportsTest {
    private static final String OURS = "0123456789abcdef0123456789abcdef";
    private static final String GUESSED = "00000000000000000000000000000000";

    private final AwaitedReports reports = new AwaitedReports();
    private final Attempt attempt = TestAttempts.attempt();
    private final List<String> undeliverable = new ArrayList<>();

    AwaitedReportsTest() {
        attempt.onRefusal((reason, nowNanos) -> undeliverable.add(reason.getMessage()));
        reports.add(OURS, attempt, null);
    }

    @Test
    void shouldTellTheSourceOfAMailThatCameBack() {
        assertThat(reports.reported(new DeliveryReport("failed", "5.1.1", OURS, null)))
                .isTrue();
        assertThat(undeliverable).containsExactly("the mail was returned as undeliverable: 5.1.1");
    }

    @Test
    void shouldKnowAMailByItsMessageIdWhenTheServerDropsTheEnvelopeId() {
        assertThat(reports.reported(new DeliveryReport("failed", "", null, "<" + OURS + "@example.org>")))
                .isTrue();
        assertThat(undeliverable).hasSize(1);
    }

    @Test
    void shouldNotShowWhatAStrangerWroteForAStatus() {
        reports.reported(new DeliveryReport("failed", "5.<script>", OURS, null));
        assertThat(undeliverable).containsExactly("the mail was returned as undeliverable: no status");
    }

    @Test
    void shouldGiveNothingUpForADelayOrADelivery() {
        assertThat(reports.reported(new DeliveryReport("delayed", "4.4.7", OURS, null)))
                .isTrue();
        assertThat(reports.reported(new DeliveryReport("delivered", "2.0.0", OURS, null)))
                .isTrue();
        assertThat(reports.reported(new DeliveryReport("failed", "4.4.1", OURS, null)))
                .isTrue();
        assertThat(undeliverable).isEmpty();
    }

    @Test
    void shouldBelieveNobodyWhoDoesNotKnowTheIdentifier() {
        assertThat(reports.reported(new DeliveryReport("failed", "5.1.1", GUESSED, "<" + OURS + "@example.org>")))
                .isFalse();
        assertThat(reports.reported(new DeliveryReport("failed", "5.1.1", null, "<" + GUESSED + "@example.org>")))
                .isFalse();
        assertThat(reports.reported(new DeliveryReport("failed", "5.1.1", null, null)))
                .isFalse();
        assertThat(undeliverable).isEmpty();
    }

    @Test
    void shouldForgetTheOldestOfVeryMany() {
        for (int i = 0; i < AwaitedReports.REMEMBERED; i++) {
            reports.add(String.format(Locale.ROOT, "%032x", i), null, null);
        }
        assertThat(reports.reported(new DeliveryReport("failed", "5.1.1", OURS, null)))
                .isFalse();
    }
}
