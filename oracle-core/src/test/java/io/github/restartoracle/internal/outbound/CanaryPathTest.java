package io.github.restartoracle.internal.outbound;

import static io.github.restartoracle.internal.outbound.VirtualLink.MILLIS;
import static io.github.restartoracle.internal.outbound.VirtualLink.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.oracle.OracleFactory;
import io.github.restartoracle.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the guarantees of the canary over a path, in virtual time. */
class CanaryPathTest {
    private static final OracleFactory CANARY = OracleCatalog.load().factory(Settings.of(Map.of("oracle", "canary")));
    private static final double NANOS = 1e9;

    private record Outage(long from, long to) {
        boolean covers(long nanos) {
            return nanos >= from && nanos < to;
        }
    }

    private static LongPredicate cuts(List<Outage> outages) {
        return nanos -> outages.stream().anyMatch(outage -> outage.covers(nanos));
    }

    private static VirtualLink link(long seed, List<Outage> outages) {
        return new VirtualLink(CANARY, new Random(seed), 5 * MILLIS, cuts(outages));
    }

    @Test
    void shouldWriteEachMessageOnceOverALinkThatWorks() {
        VirtualLink link = link(1, List.of());
        for (int i = 1; i <= 1000; i++) {
            link.send(i, i * 20L * MILLIS);
        }
        link.run(60 * SECOND);
        assertThat(link.connects).hasSize(1000);
        assertThat(link.messages.values())
                .allSatisfy(message -> assertThat(message.writes).isOne());
    }

    /** Draws outages at random times, of random lengths, and lost SYNs: messages, outages and loss come from the seed. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 20060911, -1})
    void shouldKeepItsPromisesUnderRandomFaults(long seed) {
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        List<Outage> outages = new ArrayList<>();
        long at = 5 * SECOND;
        for (int i = 0; i < 8; i++) {
            at += (long) (random.nextDouble() * 60 * SECOND);
            long length = (long) (Math.pow(10, random.nextDouble() * 2.5 - 0.5) * SECOND);
            outages.add(new Outage(at, at + length));
            at += length + 5 * SECOND;
        }
        VirtualLink link = link(seed, outages);
        link.loss = random.nextInt(3) * 0.05;
        link.serviceNanos = random.nextInt(3) * 20L * MILLIS;
        int messages = (int) (at / (100L * MILLIS));
        for (int i = 1; i <= messages; i++) {
            link.send(i, i * 100L * MILLIS);
        }

        link.run(at + 60 * SECOND);

        int arrivedBefore = 2 * outages.size();
        assertThat(link.meanUrc()).as("URC").isLessThanOrEqualTo(0.05 + (10.0 + arrivedBefore) / messages);
        assertThat(link.mostOpenWhileCut).as("sockets").isLessThanOrEqualTo(16 + 8);
        assertThat(link.mostOpenOfAMessage).as("connections of a message").isLessThanOrEqualTo(16);
        for (Outage outage : outages) {
            long probes = link.connects.stream()
                    .filter(t -> t >= outage.from + 3 * SECOND && t < outage.to)
                    .count();
            double age = (outage.to - outage.from) / NANOS;
            assertThat((double) probes).as("probes of %s s", age).isLessThanOrEqualTo(1.2 * 2 * Math.sqrt(age / .001));
            // Every message of the outage arrives soon after its end.
            double delay = 1.1 * Math.sqrt(.001 * age) + 0.5 + (link.loss > 0 ? 1.5 : 0);
            assertThat(link.messages.entrySet().stream()
                            .filter(entry -> outage.covers(entry.getKey() * 100L * MILLIS))
                            .filter(entry -> outages.stream()
                                    .noneMatch(other -> other.from >= outage.to && other.from < outage.to + 3 * SECOND))
                            .mapToDouble(entry -> (entry.getValue().arrivedNanos - outage.to) / NANOS)
                            .max()
                            .orElse(0))
                    .as("last arrival after an outage of %s s, loss %s", age, link.loss)
                    .isLessThanOrEqualTo(delay + 1);
        }
    }

    @Test
    void shouldHoldFewSocketsForTenThousandMessages() {
        Outage outage = new Outage(2 * SECOND, 62 * SECOND);
        VirtualLink link = link(1, List.of(outage));
        for (int i = 1; i <= 10_000; i++) {
            link.send(i, SECOND + i * 6L * MILLIS);
        }

        link.run(120 * SECOND);

        assertThat(link.mostOpenWhileCut).isLessThanOrEqualTo(16);
        // At 6 ms between messages and 10 ms for a round trip, two had arrived when the outage began.
        assertThat(link.meanUrc()).isLessThanOrEqualTo(2.0 / 10_000);
        assertThat(link.path.status(link.clock.nanoTime()).oracleState()).containsEntry("outages", 1.0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldDeliverSoonAfterAnOutageWithoutNewTraffic(boolean tellsReceipt) {
        Outage outage = new Outage(2 * SECOND, 10 * SECOND);
        VirtualLink link = link(1, List.of(outage));
        link.tellsReceipt = tellsReceipt;
        for (int i = 1; i <= 20; i++) {
            link.send(i, i * 50L * MILLIS);
        }
        for (int i = 21; i <= 25; i++) {
            link.send(i, outage.from - 3 * MILLIS);
        }

        link.run(60 * SECOND);

        for (long i = 21; i <= 25; i++) {
            VirtualLink.Written message = link.written(i);
            assertThat((message.arrivedNanos - outage.to) / NANOS).isLessThan(1);
            assertThat(message.arrivals).isOne();
        }
        assertThat(link.meanUrc()).isZero();
    }

    @Test
    void shouldAskInsteadOfWritingBehindARelayThatHoldsEverything() {
        Outage silence = new Outage(20 * SECOND, 50 * SECOND);
        VirtualLink link = link(1, List.of());
        link.swallows = silence::covers;
        for (int i = 1; i <= 120; i++) {
            link.send(i, i * 500L * MILLIS);
        }

        link.run(120 * SECOND);

        int writes = link.messages.values().stream()
                .mapToInt(message -> message.writes)
                .sum();
        assertThat(writes - 120)
                .as("messages that the relay got before it was known")
                .isBetween(1, 4);
        assertThat(link.messages.values().stream()
                        .mapToLong(message -> message.arrivedNanos)
                        .filter(nanos -> nanos < silence.to + 2 * SECOND)
                        .count())
                .isGreaterThanOrEqualTo(103);
        assertThat(link.messages.values())
                .allSatisfy(message -> assertThat(message.arrivals).isOne());
        assertThat(link.asked.size()).as("asked").isLessThanOrEqualTo(120);
        assertThat(link.path.status(link.clock.nanoTime()).oracleState()).containsEntry("outages", 1.0);
    }

    /** Compares with one message after the other, where 60 messages would take 6 s. */
    @Test
    void shouldSendMoreAndMoreAtOnceAfterASilence() {
        Outage silence = new Outage(20 * SECOND, 50 * SECOND);
        VirtualLink link = link(1, List.of());
        link.swallows = silence::covers;
        link.serviceNanos = 100 * MILLIS;
        for (int i = 1; i <= 100; i++) {
            link.send(i, i * 500L * MILLIS);
        }

        link.run(120 * SECOND);

        // The destination is asked about once in two seconds.
        assertThat(link.lastAcknowledgedNanos - silence.to).isLessThan(4 * SECOND);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 30})
    void shouldNotTakeASlowServiceForADeadPath(int seconds) {
        VirtualLink link = link(1, List.of());
        link.serviceNanos = seconds * SECOND;
        for (int i = 1; i <= 200; i++) {
            link.send(i, i * 500L * MILLIS);
        }

        link.run(300 * SECOND);

        assertThat(link.meanUrc()).isZero();
        assertThat(link.asked.size()).as("asked").isLessThanOrEqualTo(10);
        assertThat(link.path.status(link.clock.nanoTime()).oracleState()).containsEntry("outages", 0.0);
    }

    @Test
    void shouldAskMoreAndMoreSeldomWhereNobodyCanAsk() {
        VirtualLink link = link(1, List.of());
        link.swallows = new Outage(SECOND, 100 * SECOND)::covers;
        link.asksFail = true;
        link.send(1, 2 * SECOND);
        link.send(2, 2 * SECOND);

        link.run(300 * SECOND);

        assertThat(link.asked.size()).isLessThanOrEqualTo(400);
        assertThat(link.meanUrc()).isZero();
    }
}
