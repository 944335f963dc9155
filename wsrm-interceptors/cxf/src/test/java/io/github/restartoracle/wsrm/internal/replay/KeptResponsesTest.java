package io.github.restartoracle.wsrm.internal.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.wsrm.internal.replay.KeptResponses.State;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

class KeptResponsesTest {
    private static final int ONE = 1000;

    private final AtomicBoolean ended = new AtomicBoolean();
    private final AtomicLong now = new AtomicLong();
    private final KeptResponses responses = new KeptResponses(now::get, 5000, Duration.ofSeconds(10));

    private static MessageId key(long number) {
        return new MessageId("sequence", number);
    }

    private static KeptResponse response(int length) {
        return new KeptResponse(length, (exchange, back) -> {});
    }

    private State arrive(long number) {
        return responses.arrive(key(number), "fingerprint", ended::get);
    }

    private void answer(long number, int length) {
        arrive(number);
        responses.invoked(key(number));
        responses.answered(key(number), response(length));
    }

    @Test
    void shouldTellCopiesFromNewRequests() {
        assertThat(arrive(1)).isEqualTo(State.NEW);
        assertThat(arrive(1)).isEqualTo(State.RUNNING);
        responses.invoked(key(1));
        responses.answered(key(1), response(ONE));
        assertThat(arrive(1)).isEqualTo(State.ANSWERED);
        assertThat(arrive(2)).isEqualTo(State.NEW);
    }

    @Test
    void shouldTellCopiesFromOtherRequests() {
        arrive(1);
        assertThat(responses.arrive(key(1), "another", ended::get)).isEqualTo(State.ANOTHER);
        responses.invoked(key(1));
        responses.answered(key(1), response(ONE));
        assertThat(responses.arrive(key(1), "another", ended::get)).isEqualTo(State.ANOTHER);
        assertThat(arrive(1)).isEqualTo(State.ANSWERED);
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
    void shouldKeepTheFaultOfTheService() {
        arrive(1);
        responses.invoked(key(1));
        responses.refused(key(1));
        responses.answered(key(1), response(ONE));
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
        responses.answered(key(1), response(ONE));
        assertThat(woken).containsExactly(0, 1, 2, 3);
        assertThat(responses.await(key(1), () -> woken.add(5))).isFalse();
    }

    @Test
    void shouldDropTheOldestWhenTheLimitOnBytesIsReached() {
        answer(1, ONE);
        answer(2, ONE);
        assertThat(responses.bytes()).isEqualTo(2 * response(ONE).bytes());
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
        now.addAndGet(Duration.ofSeconds(6).toNanos());
        answer(2, ONE);
        now.addAndGet(Duration.ofSeconds(6).toNanos());
        arrive(3);
        assertThat(responses.contains(key(1))).isFalse();
        assertThat(responses.contains(key(2))).isTrue();
        ended.set(true);
        arrive(4);
        assertThat(responses.contains(key(2))).as("looked for once in a second").isTrue();
        now.addAndGet(Duration.ofSeconds(1).toNanos());
        arrive(5);
        assertThat(responses.contains(key(2))).isFalse();
        assertThat(responses.contains(key(3))).isTrue();
        assertThat(responses.bytes()).isZero();
    }

    @Test
    void shouldKeepWhatTheTransportDoesNotTake() {
        List<byte[]> kept = new ArrayList<>();
        KeepingStream stream = new KeepingStream(new Broken(3), 100, kept::add);
        Assertions.assertThatCode(() -> {
                    stream.write("abc".getBytes(StandardCharsets.US_ASCII));
                    stream.write("def".getBytes(StandardCharsets.US_ASCII));
                    stream.flush();
                })
                .doesNotThrowAnyException();
        Assertions.assertThatIOException().isThrownBy(stream::close).withMessage("broken");
        assertThat(kept).singleElement().isEqualTo("abcdef".getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void shouldPassOnWhatIsTooLongToKeep() throws IOException {
        List<byte[]> kept = new ArrayList<>();
        ByteArrayOutputStream transport = new ByteArrayOutputStream();
        try (KeepingStream stream = new KeepingStream(transport, 4, kept::add)) {
            stream.write(new byte[3]);
            stream.write(new byte[3]);
            stream.write(new byte[3]);
        }
        assertThat(transport.size()).isEqualTo(9);
        assertThat(kept).isEmpty();
    }

    /** A stream that breaks after a number of bytes. */
    private static final class Broken extends OutputStream {
        private int left;

        Broken(int left) {
            this.left = left;
        }

        @Override
        public void write(int value) throws IOException {
            if (left-- <= 0) {
                throw new IOException("broken");
            }
        }
    }
}
