package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.wsrm.destination.DestinationLimits;
import io.github.restartoracle.wsrm.destination.ReceivingSide;
import java.time.Duration;
import javax.xml.namespace.QName;
import org.apache.cxf.ws.rm.RMManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sources that create sequences and do not use them. */
class SequenceLimitsIT {
    private static ReliablePair pair(int all, int ofSource, Duration unused) {
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.rm11 = true;
        ReliablePair pair = new ReliablePair(setup);
        ReceivingSide.installOn(pair.destinationBus)
                .setLimits(new DestinationLimits(Duration.ofSeconds(1), all, ofSource, unused, Duration.ofDays(30)));
        return pair;
    }

    private static long received(ReliablePair pair) {
        RMManager manager = pair.destinationBus.getExtension(RMManager.class);
        return manager.findReliableEndpoint(new QName("urn:test:orders", "OrdersService"))
                .getDestination()
                .getAllSequences()
                .size();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldRefuseWhatIsTooMuchAndServeWhoHasASequence(boolean ofSource) throws Exception {
        try (ReliablePair pair = pair(ofSource ? 1_000 : 10, ofSource ? 10 : 1_000, Duration.ofDays(1))) {
            pair.orders.put("first");
            await().until(() -> pair.bean.delivered.size() == 1);
            RawSource source = new RawSource(pair.serverAddress);
            int refused = 0;
            for (int i = 0; i < 200; i++) {
                refused += source.createFor("PT1H").contains("CreateSequenceRefused") ? 1 : 0;
            }
            assertThat(refused).isEqualTo(192);
            assertThat(received(pair)).isEqualTo(10);
            pair.orders.put("second");
            assertThat(source.send(1, "put", "third")).contains("SequenceAcknowledgement");
            await().until(() -> pair.bean.delivered.size() == 3);
        }
    }

    @Test
    void shouldEndUnusedSequencesWhenThereIsNoRoom() throws Exception {
        try (ReliablePair pair = pair(1_000, 10, Duration.ofSeconds(1))) {
            pair.orders.put("first");
            await().until(() -> pair.bean.delivered.size() == 1);
            RawSource source = new RawSource(pair.serverAddress);
            source.send(1, "put", "second");
            for (int i = 0; i < 8; i++) {
                assertThat(source.createFor("PT1H")).contains("CreateSequenceResponse");
            }
            await().untilAsserted(() -> assertThat(source.createFor("PT1H")).contains("CreateSequenceResponse"));
            assertThat(received(pair)).isLessThanOrEqualTo(4);
            source.send(2, "put", "third");
            pair.orders.put("fourth");
            await().until(() -> pair.bean.delivered.size() == 4);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "-P1D", "P1000Y", "P999999999Y"})
    void shouldCutAnAbsurdLifetimeToOurs(String asked) throws Exception {
        try (ReliablePair pair = pair(100, 100, Duration.ofDays(1))) {
            RawSource source = new RawSource(pair.serverAddress);
            assertThat(source.createFor(asked)).contains(">PT720H<").doesNotContain(">" + asked + "<");
            assertThat(source.createFor("PT2H")).contains(">PT2H<");
        }
    }
}
