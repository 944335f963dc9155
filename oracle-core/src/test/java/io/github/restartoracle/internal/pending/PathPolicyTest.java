package io.github.restartoracle.internal.pending;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.oracle.Decision;
import io.github.restartoracle.oracle.ForwardingPathOracle;
import io.github.restartoracle.oracle.PathOracle;
import io.github.restartoracle.oracle.RetransmissionOracle;
import io.github.restartoracle.oracle.RttSample;
import io.github.restartoracle.oracle.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class PathPolicyTest {
    private boolean failing;
    private Supplier<? extends Throwable> mistake = () -> new ArithmeticException("a mistake");

    private final List<Throwable> mistakes = new ArrayList<>();
    private final PathPolicy policy = new PathPolicy(
            PathOracle.of(new RetransmissionOracle() {
                @Override
                public long timeoutNanos(int attempt) {
                    mayFail();
                    return 7L * attempt;
                }

                @Override
                public void onAcknowledgement(RttSample sample) {
                    mayFail();
                }

                @Override
                public void onTimeout(int attempt) {
                    mayFail();
                }

                @Override
                public boolean mayRestart(int attempt) {
                    mayFail();
                    return attempt != 2;
                }

                @Override
                public Map<String, Double> describe() {
                    mayFail();
                    return Map.of("sevens", 7.0);
                }
            }),
            3,
            mistakes::add);

    private void mayFail() {
        if (failing) {
            PathPolicyTest.<RuntimeException>sneak(mistake.get());
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> void sneak(Throwable thrown) throws T {
        throw (T) thrown;
    }

    @Test
    void shouldPassOnWhatTheOracleSays() {
        assertThat(policy.timeoutNanos(0, Stage.UNOBSERVED, 3)).isEqualTo(21);
        assertThat(policy.elapsed(0, Stage.UNOBSERVED, 1, 0)).isEqualTo(Decision.AGAIN);
        assertThat(policy.elapsed(0, Stage.UNOBSERVED, 2, 0)).as("its own wish").isEqualTo(Decision.GIVE_UP);
        assertThat(policy.elapsed(0, Stage.UNOBSERVED, 3, 0)).as("the limit").isEqualTo(Decision.GIVE_UP);
        assertThat(policy.describe()).containsExactly(Map.entry("sevens", 7.0));
    }

    private static Stream<Supplier<? extends Throwable>> mistakes() {
        return Stream.of(
                () -> new ArithmeticException("a mistake"),
                () -> new AssertionError("an assertion"),
                () -> new NoClassDefFoundError("a missing jar"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void shouldGoOnWithTheLastTimeoutWhenTheOracleFails(Supplier<? extends Throwable> thrown) {
        mistake = thrown;
        policy.timeoutNanos(0, Stage.UNOBSERVED, 2);
        failing = true;
        policy.acknowledged(0, new RttSample(1, 1, false));
        assertThat(policy.timeoutNanos(0, Stage.UNOBSERVED, 5)).isEqualTo(14);
        assertThat(policy.elapsed(0, Stage.UNOBSERVED, 2, 0)).isEqualTo(Decision.AGAIN);
        assertThat(policy.elapsed(0, Stage.UNOBSERVED, 3, 0)).isEqualTo(Decision.GIVE_UP);
        assertThat(policy.describe()).isEmpty();
        assertThat(mistakes).as("the first is reported").hasSize(1);
    }

    @Test
    void shouldUseAMinuteWhenTheOracleHasNeverSaidAnything() {
        failing = true;
        assertThat(policy.timeoutNanos(0, Stage.UNOBSERVED, 1)).isEqualTo(TimeUnit.MINUTES.toNanos(1));
    }

    @ParameterizedTest
    @EnumSource(Decision.class)
    void shouldLimitTransmissionsOnly(Decision wish) {
        PathOracle resolute = new ForwardingPathOracle(policy) {
            @Override
            public Decision elapsed(long nowNanos, Stage stage, int attempt, long sinceNanos) {
                return wish;
            }
        };
        boolean transmits = wish == Decision.AGAIN || wish == Decision.REPLACE;
        assertThat(new PathPolicy(resolute, 1, mistakes::add).elapsed(0, Stage.ANSWERED, 1, 0))
                .isEqualTo(transmits ? Decision.GIVE_UP : wish);
        assertThat(new PathPolicy(resolute, 0, mistakes::add).elapsed(0, Stage.ANSWERED, 1_000, 0))
                .isEqualTo(wish);
    }
}
