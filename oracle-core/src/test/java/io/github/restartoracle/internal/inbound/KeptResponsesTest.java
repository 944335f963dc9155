package io.github.restartoracle.internal.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.internal.inbound.KeptResponses.State;
import io.github.restartoracle.status.MessageId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class KeptResponsesTest {
    private static final int ONE = 2000;

    private final AtomicBoolean ended = new AtomicBoolean();
    private long now;
    private final KeptResponses<String> responses = new KeptResponses<>(5000, Duration.ofSeconds(10), now);

    private static MessageId key(long number) {
        return new MessageId("sequence", number);
    }

    private State arrive(long number) {
        return responses.arrive(key(number), "fingerprint", ended::get, now);
    }

    private void answer(long number, int length) {
        arrive(number);
        responses.invoked(key(number));
        responses.answered(key(number), "response", length);
    }

    @Test
    void shouldTellCopiesFromNewRequests() {
        assertThat(arrive(1)).isEqualTo(State.NEW);
        assertThat(arrive(1)).isEqualTo(State.RUNNING);
        responses.invoked(key(1));
        responses.answered(key(1), "response", ONE);
        assertThat(arrive(1)).isEqualTo(State.ANSWERED);
        assertThat(arrive(2)).isEqualTo(State.NEW);
    }

    @Test
    void shouldTellCopiesFromOtherRequests() {
        arrive(1);
        assertThat(responses.arrive(key(1), "another", ended::get, now)).isEqualTo(State.ANOTHER);
        responses.invoked(key(1));
        responses.answered(key(1), "response", ONE);
        assertThat(responses.arrive(key(1), "another", ended::get, now)).isEqualTo(State.ANOTHER);
        assertThat(arrive(1)).isEqualTo(State.ANSWERED);
    }

    @Test
    void shouldForgetARequestWhoseResponseCannotBeWritten() {
        List<String> woken = new ArrayList<>();
        arrive(1);
        responses.invoked(key(1));
        assertThat(responses.await(key(1), () -> woken.add("copy"))).isTrue();
        responses.lost(key(1));
        assertThat(woken).containsExactly("copy");
        assertThat(responses.contains(key(1))).isFalse();
        answer(2, ONE);
        responses.lost(key(2));
        assertThat(responses.response(key(2))).isEqualTo("response");
    }

    @Test
    void shouldForgetARequestThatWasRefusedBeforeTheService() {
        List<String> woken = new ArrayList<>();
        arrive(1);
        assertThat(responses.await(key(1), () -> woken.add("copy"))).isTrue();
        responses.refused(key(1));
        assertThat(woken).containsExactly("copy");
        assertThat(arrive(1)).isEqualTo(State.NEW);
    }

    @Test
    void shouldKnowARequestWhileACopyOfItGoesOn() {
        assertThat(responses.goesOn(key(1))).isFalse();
        arrive(1);
        assertThat(responses.goesOn(key(1))).isTrue();
        responses.refused(key(1));
        assertThat(arrive(1)).isEqualTo(State.RUNNING);
        responses.refused(key(1));
        assertThat(arrive(1)).isEqualTo(State.NEW);
    }

    @Test
    void shouldKeepTheFaultOfTheService() {
        arrive(1);
        responses.invoked(key(1));
        responses.refused(key(1));
        responses.answered(key(1), "response", ONE);
        assertThat(arrive(1)).isEqualTo(State.ANSWERED);
    }

    @Test
    void shouldWakeAFewCopiesAndTurnOthersAway() {
        List<Integer> woken = new ArrayList<>();
        arrive(1);
        responses.invoked(key(1));
        for (int i = 0; i < 4; i++) {
            int copy = i;
            assertThat(responses.await(key(1), () -> woken.add(copy))).isTrue();
        }
        assertThat(responses.await(key(1), () -> woken.add(4))).isFalse();
        responses.answered(key(1), "response", ONE);
        assertThat(woken).containsExactly(0, 1, 2, 3);
        assertThat(responses.await(key(1), () -> woken.add(5))).isFalse();
    }

    @Test
    void shouldDropTheOldestWhenTheLimitOnBytesIsReached() {
        answer(1, ONE);
        answer(2, ONE);
        assertThat(responses.bytes()).isEqualTo(2 * ONE);
        answer(3, ONE);
        assertThat(responses.bytes()).isLessThanOrEqualTo(5000);
        assertThat(responses.response(key(1))).isNull();
        assertThat(responses.response(key(2))).isNotNull();
        assertThat(responses.response(key(3))).isNotNull();
    }

    @Test
    void shouldNotKeepOneThatIsTooLarge() {
        answer(1, 6000);
        assertThat(responses.bytes()).isZero();
        assertThat(responses.contains(key(1))).isFalse();
    }

    @Test
    void shouldForgetWhatIsOldAndWhatHasEnded() {
        answer(1, ONE);
        now += Duration.ofSeconds(6).toNanos();
        answer(2, ONE);
        now += Duration.ofSeconds(6).toNanos();
        arrive(3);
        assertThat(responses.contains(key(1))).isFalse();
        assertThat(responses.contains(key(2))).isTrue();
        ended.set(true);
        arrive(4);
        assertThat(responses.contains(key(2))).as("looked for once in a second").isTrue();
        now += Duration.ofSeconds(1).toNanos();
        arrive(5);
        assertThat(responses.contains(key(2))).isFalse();
        assertThat(responses.contains(key(3))).isTrue();
        assertThat(responses.bytes()).isZero();
    }
}
