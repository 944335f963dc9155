package io.github.restartoracle.benchmarks.jmh;

import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.TableOne;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.oracle.PathOracle;
import io.github.restartoracle.oracle.RttSample;
import io.github.restartoracle.oracle.Stage;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of an oracle: of a decision ({@link #timeout}), and of an acknowledgement followed by a decision
 * ({@link #sampleAndTimeout}). The oracles have Table I's parameters and have seen 10,000 samples between 10 ms and 10 s, the
 * same number in every factor of ten, so that the histogram of {@code qest} is well filled. Run: {@code ./mvnw -Pjmh -pl
 * benchmarks -am verify -Djmh.args=OracleBenchmark}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(2)
public class OracleBenchmark {
    private static final int SAMPLES = 1 << 13;
    private static final int HISTORY = 10_000;
    private static final long SEED = 20060911;

    /** The short name of the oracle. */
    @Param({"none", "fixed", "exponential-backoff", "jacobson-karn", "qest"})
    public String oracle = "";

    private final RttSample[] samples = new RttSample[SAMPLES];
    private int index;

    @SuppressWarnings("NullAway.Init") // made in the set-up
    private PathOracle subject;

    /** Makes the oracle and feeds it the samples. */
    @Setup
    public void prepare() {
        OracleSpec spec = TableOne.oracles(Transport.HTTP).stream()
                .filter(candidate -> candidate.name().equals(oracle))
                .findFirst()
                .orElseThrow();
        subject = OracleCatalog.load().factory(spec.settings()).pathOracle();
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < SAMPLES; i++) {
            samples[i] = new RttSample((long) (1e7 * Math.pow(10, 3 * random.nextDouble())), 1, false);
        }
        for (int i = 0; i < HISTORY; i++) {
            subject.acknowledged(0, samples[i & (SAMPLES - 1)]);
        }
    }

    /** {@return the timeout, in nanoseconds} */
    @Benchmark
    public long timeout() {
        return subject.timeoutNanos(0, Stage.UNOBSERVED, 1 + (index++ & 3));
    }

    /** {@return the timeout after another acknowledgement, which an oracle may compute only then, in nanoseconds} */
    @Benchmark
    public long sampleAndTimeout() {
        subject.acknowledged(0, samples[index++ & (SAMPLES - 1)]);
        return subject.timeoutNanos(0, Stage.UNOBSERVED, 1);
    }
}
