package io.github.restartoracle.benchmarks.lab.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.restartoracle.benchmarks.lab.theory.Outages.Outage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MailBoundTest {
    private static final long SEED = 20061;
    private static final long MS = 1_000_000;
    private static final Duration POLL = Duration.ofSeconds(6);

    @Test
    void shouldBeTheTimeOfTheWayWhenEveryMessageMeetsAPoll() {
        // A message every 6 s arrives 2 s later, when the mailbox may be read.
        double bound = MailBound.ettSeconds(
                Outages.NONE, new ConstantRate(100, POLL), Duration.ofSeconds(2), POLL, Duration.ofMillis(500));

        assertThat(bound).isEqualTo(2.5, within(1e-12));
    }

    @Test
    void shouldWaitForTheNextPollButOneInTheMean() {
        // Two messages in an interval of polls: one is read at once, the other waits for 3 s.
        double bound = MailBound.ettSeconds(
                Outages.NONE, new ConstantRate(100, Duration.ofSeconds(3)), Duration.ZERO, POLL, Duration.ZERO);

        assertThat(bound).isEqualTo(1.5, within(1e-12));
    }

    @Test
    void shouldBeTheLeastOverAllPhasesOfPolls() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int trial = 0; trial < 50; trial++) {
            ConstantRate workload =
                    new ConstantRate(1 + random.nextInt(300), Duration.ofMillis(50 + random.nextInt(2000)));
            Duration delivery = Duration.ofMillis(random.nextInt(3000));
            Duration reading = Duration.ofMillis(random.nextInt(1000));
            List<Outage> down = new ArrayList<>();
            long from = 0;
            for (int i = random.nextInt(4); i > 0; i--) {
                from += 1000 + random.nextInt(60_000);
                long to = from + 1 + random.nextInt(30_000);
                down.add(new Outage(Duration.ofMillis(from), Duration.ofMillis(to)));
                from = to;
            }
            Outages outages = new Outages(down);
            long[] there = arrivals(outages, workload, delivery);
            double least = Double.POSITIVE_INFINITY;
            // All times are whole milliseconds, so one of the best phases is one too.
            for (long phase = 0; phase < POLL.toMillis(); phase++) {
                least = Math.min(least, mean(there, workload, reading, phase * MS));
            }

            assertThat(MailBound.ettSeconds(outages, workload, delivery, POLL, reading))
                    .as("seed %d, trial %d", SEED, trial)
                    .isEqualTo(least, within(1e-9));
        }
    }

    /** Returns the earliest arrival of each mail, searched millisecond by millisecond. */
    private static long[] arrivals(Outages outages, ConstantRate workload, Duration delivery) {
        long[] arrivals = new long[workload.messages()];
        for (int i = 0; i < arrivals.length; i++) {
            arrivals[i] = workload.dueNanos(i + 1) + delivery.toNanos();
            while (outages.down(arrivals[i])) {
                arrivals[i] += MS;
            }
        }
        return arrivals;
    }

    private static double mean(long[] there, ConstantRate workload, Duration reading, long phaseNanos) {
        double sum = 0;
        for (int i = 0; i < there.length; i++) {
            long period = POLL.toNanos();
            long polls = Math.floorDiv(there[i] - phaseNanos + period - 1, period);
            sum += (phaseNanos + polls * period + reading.toNanos() - workload.dueNanos(i + 1)) / 1e9;
        }
        return sum / there.length;
    }
}
