package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.house.FreePort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that is client and service of one port, like two partners in business. It is killed during an outage of its
 * partner, and restarts before and after the end of its lease. For longer:
 *
 * <pre>./mvnw verify -pl wsrm-interceptors/store -am -Drounds=20 -Dtest=None -Dsurefire.failIfNoSpecifiedTests=false
 *     -Dit.test=SameNameIT -Dfailsafe.failIfNoSpecifiedTests=false</pre>
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
@SuppressWarnings("NullAway.Init") // every test starts the processes first
class SameNameIT {
    private static final int ROUNDS = Integer.getInteger("rounds", 2);
    private static final int LEASE_MILLIS = 2_000;
    private static final int CALLS = 50;

    /** Keeps the logs of the processes if a test fails. */
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    private final List<String> put = new ArrayList<>();
    private StoreProcess trader;
    private StoreProcess partner;

    @AfterEach
    void killAll() {
        trader.kill();
        partner.kill();
    }

    private static StoreProcess.Life life(String role, String url, int port) {
        return new StoreProcess.Life(role, url, port, DeliveryAssurance.EXACTLY_ONCE, true, "", LEASE_MILLIS);
    }

    private static List<String> orders(StoreProcess child) {
        return child.delivered().stream().map(line -> line.split(" ", -1)[1]).toList();
    }

    private void killTrader() {
        trader.kill();
        put.addAll(trader.put());
    }

    @Test
    void shouldSendOnItsOwnConduitWhatItHasNotSent() {
        int partnerPort = FreePort.next();
        int traderPort = FreePort.next();
        StoreProcess.Life trading = life("trader:" + traderPort, TestDatabase.POSTGRESQL.url(directory), partnerPort);
        StoreProcess.Life answering = life("trader:" + partnerPort, TestDatabase.POSTGRESQL.url(directory), traderPort);
        trader = trading.start(directory.resolve("trader.log")).ready();
        partner = answering.start(directory.resolve("partner.log")).ready();
        List<String> answers = new ArrayList<>();
        int next = 0;
        for (int round = 0; round < ROUNDS; round++) {
            trader.ask("put o " + next + " " + (next + 9), "done");
            partner.ask("put p " + next + " " + (next + 9), "done");
            next += 10;
            partner.kill();
            answers.addAll(partner.put());
            trader.ask("put o " + next + " " + (next + CALLS - 1), "done");
            next += CALLS;
            killTrader();
            if (round % 2 == 1) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LEASE_MILLIS * 3L / 2));
            }
            trader = trading.start(directory.resolve("trader.log")).ready();
            partner = answering.start(directory.resolve("partner.log")).ready();
            // New calls may begin a sequence while that of the former process is not free yet, so wait for its end.
            await().atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofMillis(300))
                    .untilAsserted(() -> assertThat(orders(partner)).containsExactlyElementsOf(put));
            await().atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofMillis(300))
                    .untilAsserted(() -> assertThat(orders(trader)).containsExactlyElementsOf(answers));
            System.out.println("round " + (round + 1) + ": " + put.size() + " orders, " + answers.size() + " answers");
        }
    }
}
