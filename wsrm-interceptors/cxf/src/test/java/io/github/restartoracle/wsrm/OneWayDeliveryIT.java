package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.status.PathStatus;
import io.github.restartoracle.status.SampleUse;
import io.github.restartoracle.wsrm.RawSource.Version;
import java.util.concurrent.CountDownLatch;
import org.apache.cxf.message.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OneWayDeliveryIT {
    @Test
    void shouldDeliverEachMessageOnceAndLearnFromEchoes() {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup().set("initial-timeout", "60s"))) {
            for (int i = 0; i < 20; i++) {
                pair.orders.put("order " + (100 + i));
            }
            await().untilAsserted(() -> assertThat(pair.bean.delivered).hasSize(20));
            await().until(() -> pair.oracle().backlog().isEmpty());
            assertThat(pair.deliveredSorted()).doesNotHaveDuplicates();
            PathStatus path = pair.oracle().paths().get(0);
            // An acknowledgement may overtake the one that carries the echo; the sample is unambiguous all the same.
            assertThat(path.samples().keySet()).isSubsetOf(SampleUse.EXACT, SampleUse.UNAMBIGUOUS);
            assertThat(path.samples().values().stream().mapToLong(n -> n).sum()).isEqualTo(20);
            assertThat(path.restarts()).isZero();
        }
    }

    @Test
    void shouldReturnFromTheCallBeforeTheDestinationAnswers() {
        CountDownLatch release = new CountDownLatch(1);
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "60s");
        setup.onDelivery = order -> waitFor(release);
        try (ReliablePair pair = new ReliablePair(setup)) {
            for (int i = 0; i < 5; i++) {
                pair.orders.put("order " + i);
            }
            assertThat(pair.bean.delivered).isEmpty();
            release.countDown();
            await().untilAsserted(() -> assertThat(pair.bean.delivered).hasSize(5));
        }
    }

    /** Covers a service whose caller hears of its failures: CXF would deliver a copy while it acknowledges it. */
    @ParameterizedTest
    @EnumSource(Version.class)
    void shouldDropACopyOfARobustMessage(Version version) throws Exception {
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.soap12 = version.soap12;
        try (ReliablePair pair = new ReliablePair(setup, false)) {
            pair.destinationBus.setProperty(Message.ROBUST_ONEWAY, true);
            pair.startServer();
            RawSource source = new RawSource(pair.serverAddress, version);
            assertThat(source.send(1, "put", "order")).contains("AcknowledgementRange");
            assertThat(source.send(1, "put", "order")).contains("AcknowledgementRange");
            assertThat(source.send(2, "put", "next")).contains("AcknowledgementRange");
            assertThat(pair.bean.delivered).containsExactly("order", "next");
        }
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
