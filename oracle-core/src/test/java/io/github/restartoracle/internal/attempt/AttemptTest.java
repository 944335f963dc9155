package io.github.restartoracle.internal.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.time.ManualClock;
import org.junit.jupiter.api.Test;

class AttemptTest {
    private static Attempt attempt(AttemptListener listener) {
        ByteBudget unlimited = ByteBudget.of(Long.MAX_VALUE);
        PathResources resources =
                new PathResources(new ManualClock(), Runnable::run, Runnable::run, Runnable::run, unlimited, unlimited);
        return new Attempt(1, 0, resources, ConnectionReuse.ANY, listener);
    }

    /** Guards against a transport that opens a connection without an owner. */
    @Test
    void shouldStopTheTransportWhenTheOwnerAbandonsItOnBeingTold() {
        Attempt abandoned = attempt(new AttemptListener() {
            @Override
            public void advanced(Attempt attempt, Phase phase, long nowNanos) {
                attempt.abandon();
            }
        });
        assertThat(abandoned.advance(Phase.CONNECTING)).isFalse();
        assertThat(abandoned.phase()).isEqualTo(Phase.ABANDONED);
    }

    @Test
    void shouldNotFollowARedirectWhenTheOwnerAbandonsItOnBeingTold() {
        Attempt abandoned = attempt(new AttemptListener() {
            @Override
            public void advanced(Attempt attempt, Phase phase, long nowNanos) {
                if (phase == Phase.CONNECTING && attempt.respondedNanos().isPresent()) {
                    attempt.abandon();
                }
            }
        });
        assertThat(abandoned.advance(Phase.RESPONDED)).isTrue();
        assertThat(abandoned.connectAgain()).isFalse();
        assertThat(abandoned.phase()).isEqualTo(Phase.ABANDONED);
    }

    @Test
    void shouldLetTheTransportGoOnUntilTheAnswer() {
        Attempt attempt = attempt(new AttemptListener() {});
        assertThat(attempt.advance(Phase.CONNECTING)).isTrue();
        assertThat(attempt.advance(Phase.RESPONDED)).isTrue();
        assertThat(attempt.advance(Phase.ANSWERED)).isTrue();
        assertThat(attempt.advance(Phase.ANSWERED)).isFalse();
    }
}
