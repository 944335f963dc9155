package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.house.FreePort;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.apache.cxf.Bus;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMProperties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AckRequestIT {
    /** Notes which messages arrive, and if they request an acknowledgement. */
    private static final class Requests extends AbstractPhaseInterceptor<Message> {
        private final List<String> seen = new CopyOnWriteArrayList<>();

        Requests() {
            super(Phase.PRE_LOGICAL);
        }

        @Override
        public void handleMessage(Message message) {
            RMProperties properties = RMContextUtils.retrieveRMProperties(message, false);
            if (properties != null && properties.getSequence() != null) {
                seen.add(properties.getSequence().getMessageNumber()
                        + (properties.getAcksRequested() == null ? "" : " with request"));
            }
        }
    }

    @Test
    void shouldAnswerARequestWithoutAMessage() throws Exception {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup())) {
            RawSource source = new RawSource(pair.serverAddress);
            source.send(1, "put", "first");
            source.send(3, "put", "third");
            assertThat(source.requestAcknowledgement(source.sequence))
                    .contains(source.sequence, "SequenceAcknowledgement")
                    .containsPattern("Lower=\"1\" Upper=\"1\"|Upper=\"1\" Lower=\"1\"")
                    .containsPattern("Lower=\"3\" Upper=\"3\"|Upper=\"3\" Lower=\"3\"");
            assertThat(source.requestAcknowledgement("urn:uuid:unknown")).doesNotContain("AcknowledgementRange");
        }
    }

    /** Covers a destination that has many ranges: a small request must not bring a large answer. */
    @Test
    void shouldAnswerARequestWithAHundredRangesAtMost() throws Exception {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup())) {
            RawSource source = new RawSource(pair.serverAddress);
            for (int number = 1; number <= 301; number += 2) {
                source.send(number, "put", "order");
            }
            Set<String> seen = new HashSet<>();
            await().until(() -> {
                String answer = source.requestAcknowledgement(source.sequence);
                List<String> lowers = Pattern.compile("Lower=\"([0-9]+)\"")
                        .matcher(answer)
                        .results()
                        .map(range -> range.group(1))
                        .toList();
                assertThat(lowers).hasSize(100).contains("1");
                seen.addAll(lowers);
                return seen.size() == 151;
            });
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRequestAnAcknowledgementFromTheSecondTransmissionOn(boolean rm11) {
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "1s");
        setup.rm11 = rm11;
        setup.lost = (message, attempt) -> message == 2 && attempt == 1;
        Requests requests = new Requests();
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.destinationBus.getInInterceptors().add(requests);
            pair.orders.put("a");
            await().until(() -> pair.oracle().backlog().isEmpty());
            pair.orders.put("b");
            await().until(() -> pair.oracle().backlog().isEmpty());
        }
        assertThat(requests.seen).contains("1", "2 with request").doesNotContain("2");
    }

    /** Loses the first transmission; each later one asks for an acknowledgement. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldDeliverAMessageWhoseAcknowledgementCannotBeSent(boolean hangs) throws Exception {
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "300ms");
        setup.lost = (message, attempt) -> attempt == 1;
        try (ReliablePair pair = new ReliablePair(setup);
                SilentServer silent = new SilentServer()) {
            Bus other = pair.sourceBus(null);
            other.getExtension(RMManager.class)
                    .getSourcePolicy()
                    .setAcksTo(hangs ? silent.address() : "http://localhost:" + FreePort.next() + "/acks");
            Orders orders = pair.client(other);
            for (int i = 1; i <= 6; i++) {
                orders.put("order " + i);
            }
            await().untilAsserted(
                            () -> assertThat(pair.bean.delivered).hasSize(6).doesNotHaveDuplicates());
            other.shutdown(true);
        }
    }
}
