package io.github.restartoracle.wsrm.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.restartoracle.attempt.PathResources;
import io.github.restartoracle.oracle.OracleFactory;
import io.github.restartoracle.oracle.RetransmissionOracle;
import io.github.restartoracle.oracle.RttSample;
import io.github.restartoracle.outbound.Path;
import io.github.restartoracle.outbound.PathName;
import io.github.restartoracle.outbound.PathSettings;
import io.github.restartoracle.outbound.SharedWindow;
import io.github.restartoracle.time.ManualClock;
import io.github.restartoracle.wsrm.capture.Template;
import io.github.restartoracle.wsrm.recovery.LearntStates;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OracleMemoryTest {
    /** An oracle whose timeout is its only learnt state. */
    private static final class Pupil implements RetransmissionOracle {
        private long timeoutNanos = 1;

        @Override
        public long timeoutNanos(int attempt) {
            return timeoutNanos;
        }

        @Override
        public void onAcknowledgement(RttSample sample) {
            timeoutNanos = sample.rttNanos();
        }

        @Override
        public void onTimeout(int attempt) {
            // No state is learnt.
        }

        @Override
        public double[] snapshot() {
            return timeoutNanos == 1 ? new double[0] : new double[] {timeoutNanos};
        }

        /** Changes the state before it fails, which an oracle should not do. */
        @Override
        public void restore(double[] snapshot) {
            timeoutNanos = (long) snapshot[0];
            if (snapshot.length > 1) {
                throw new IllegalStateException("a mistake");
            }
        }
    }

    private static final class KeptStates implements LearntStates {
        private final Map<String, byte[]> kept = new HashMap<>();
        private final List<String> saves = new ArrayList<>();
        private boolean failing;

        @Override
        public synchronized Optional<byte[]> load(String endpoint, String address, String oracle) {
            mayFail();
            return Optional.ofNullable(kept.get(endpoint + " " + address + " " + oracle));
        }

        @Override
        public synchronized void save(String endpoint, String address, String oracle, byte[] state) {
            mayFail();
            saves.add(address);
            kept.put(endpoint + " " + address + " " + oracle, state);
        }

        private void mayFail() {
            if (failing) {
                throw new IllegalStateException("the disk is full");
            }
        }
    }

    private final KeptStates states = new KeptStates();
    private final List<Path<Template>> paths = new ArrayList<>();
    private final List<Pupil> pupils = new ArrayList<>();
    private final ManualClock clock = new ManualClock();
    private final Queue<Runnable> saving = new ArrayDeque<>();
    private final OracleMemory memory = new OracleMemory(() -> states, () -> paths);
    private final Periodic rounds = new Periodic(OracleMemory.PERIOD_NANOS, clock, saving::add, memory::save);

    @AfterEach
    void close() {
        memory.close();
    }

    private Path<Template> open(OracleMemory with, String address) {
        PathSettings settings = new PathSettings(
                "pupil",
                OracleFactory.of(() -> {
                    pupils.add(new Pupil());
                    return pupils.get(pupils.size() - 1);
                }),
                0,
                Duration.ZERO,
                8,
                Long.MAX_VALUE,
                true,
                true,
                null);
        PathName name = new PathName("endpoint", address);
        Path<Template> path = new Path<>(
                name,
                with.recall(name, settings),
                PathResources.withoutThreads(new ManualClock()),
                new SharedWindow(1000, Long.MAX_VALUE),
                content -> content,
                act -> {
                    throw new IllegalStateException("nothing is sent");
                });
        paths.add(path);
        return path;
    }

    private Path<Template> open(String address) {
        return open(memory, address);
    }

    private static long timeoutNanos(Path<Template> path) {
        return path.status(0).timeoutNanos();
    }

    private void learn(long nanos) {
        pupils.get(pupils.size() - 1).onAcknowledgement(new RttSample(nanos, 1, false));
    }

    @Test
    void shouldSaveWhatHasChangedAndRecallIt() {
        open("http://quiet");
        open("http://a");
        learn(7);
        memory.save();
        memory.save();
        assertThat(states.saves).containsExactly("http://a");
        assertThat(timeoutNanos(open("http://a"))).isEqualTo(7);
        assertThat(timeoutNanos(open("http://b"))).isEqualTo(1);
        paths.remove(2);
        paths.remove(2);
        pupils.get(1).onAcknowledgement(new RttSample(8, 1, false));
        memory.save();
        assertThat(states.saves).containsExactly("http://a", "http://a");
        assertThat(timeoutNanos(open("http://a"))).isEqualTo(8);
    }

    @Test
    void shouldSaveEveryHalfMinuteAndOnceAtATimeForAStoreThatHangs() {
        open("http://a");
        learn(7);
        long dueNanos = clock.nanoTime() + rounds.nanosUntilDue(clock.nanoTime());
        rounds.expire(dueNanos);
        assertThat(states.saves).as("on the timer's thread").isEmpty();
        assertThat(rounds.nanosUntilDue(dueNanos)).isEqualTo(TimeUnit.SECONDS.toNanos(30));
        rounds.expire(dueNanos + TimeUnit.SECONDS.toNanos(30));
        assertThat(saving).as("waits for the one before").hasSize(1);
        saving.remove().run();
        assertThat(states.saves).containsExactly("http://a");
        learn(8);
        rounds.expire(dueNanos + TimeUnit.SECONDS.toNanos(60));
        saving.remove().run();
        assertThat(states.saves).containsExactly("http://a", "http://a");
    }

    @Test
    void shouldSaveForTheLastTimeWhenItIsClosed() {
        open("http://a");
        learn(7);
        memory.close();
        assertThat(states.saves).containsExactly("http://a");
        memory.close();
        assertThat(timeoutNanos(open("http://a"))).as("closed").isEqualTo(7);
    }

    @Test
    void shouldBeginAnewWhenWhatWasKeptCannotBeUsed() {
        open("http://a");
        learn(7);
        memory.save();
        states.kept.replaceAll((path, state) -> LearntState.bytes(new double[] {7, 7}));
        assertThat(timeoutNanos(open("http://a"))).as("refused half-way").isEqualTo(1);
        states.kept.replaceAll((path, state) -> LearntState.bytes(new double[0]));
        assertThat(timeoutNanos(open("http://a"))).as("the oracle has a defect").isEqualTo(1);
        states.kept.replaceAll((path, state) -> new byte[] {1, 2, 3});
        assertThat(timeoutNanos(open("http://a"))).as("damaged").isEqualTo(1);
    }

    @Test
    void shouldTryAgainWhenTheStoreFails() {
        open("http://a");
        learn(7);
        states.failing = true;
        assertThatCode(memory::save).doesNotThrowAnyException();
        assertThat(timeoutNanos(open("http://b"))).isEqualTo(1);
        states.failing = false;
        memory.save();
        assertThat(states.saves).containsExactly("http://a");
    }

    @Test
    void shouldDoNothingWhenTheStoreKeepsNoStates() {
        try (OracleMemory useless = new OracleMemory(() -> null, () -> paths)) {
            assertThat(timeoutNanos(open(useless, "http://a"))).isEqualTo(1);
            learn(7);
            useless.save();
        }
        assertThat(states.saves).isEmpty();
    }

    @Test
    void shouldKnowDamagedBytes() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            double[] numbers = random.doubles(random.nextInt(9)).toArray();
            byte[] state = LearntState.bytes(numbers);
            assertThat(LearntState.numbers(state)).as("seed %d", seed).isEqualTo(numbers);
            state[random.nextInt(state.length)] ^= (byte) (1 << random.nextInt(8));
            assertThatIllegalArgumentException().as("seed %d", seed).isThrownBy(() -> LearntState.numbers(state));
        }
    }
}
