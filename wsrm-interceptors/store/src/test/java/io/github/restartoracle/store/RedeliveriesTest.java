package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.v200702.SequenceType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RedeliveriesTest {
    private final Bus bus = new CXFBusFactory().createBus();
    private final AcceptedMessages accepted = new AcceptedMessages();
    private final Held<DestinationSequence> held = new Held<>();
    private final Redeliveries queue = new Redeliveries(bus.getExtension(RMManager.class), held, accepted);
    private final DestinationSequence sequence = Sequences.destination("urn:uuid:d", 1, 2, 3);

    @BeforeEach
    void accept() {
        accepted.begin("urn:uuid:d", Numbers.of(List.of(1L, 2L)));
        held.hold(sequence, Sequences.ENDPOINT, 1);
    }

    @AfterEach
    void shutDown() {
        bus.shutdown(true);
    }

    private static Message message(long number) {
        SequenceType header = new SequenceType();
        header.setIdentifier(Row.identifier("urn:uuid:d"));
        header.setMessageNumber(number);
        RMProperties properties = new RMProperties();
        properties.setSequence(header);
        Message message = new MessageImpl();
        RMContextUtils.storeRMProperties(message, properties, false);
        return message;
    }

    @Test
    void shouldLeaveOutWhatTheStoreRefused() {
        Message refused = message(1);
        Redeliveries.refuse(refused);
        queue.addUndelivered(refused);
        queue.addUndelivered(message(2));
        assertThat(queue.getUndeliveredMessageNumbers(sequence)).containsExactly(2L);
    }

    @Test
    void shouldTakeBackWhatWasNotAccepted() {
        queue.addUndelivered(message(3));
        assertThat(queue.isEmpty()).isTrue();
        assertThat(sequence.isAcknowledged(3)).as("its next copy is the first").isFalse();
        assertThat(sequence.isAcknowledged(2)).isTrue();
        accepted.add("urn:uuid:d", 3);
        queue.addUndelivered(message(3));
        assertThat(queue.getUndeliveredMessageNumbers(sequence)).containsExactly(3L);
    }

    @Test
    void shouldTakeTheMessagesOfASequenceThatComesBack() {
        queue.addUndelivered(message(1));
        queue.addUndelivered(message(2));
        queue.stop(sequence);
        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.countUndelivered()).isZero();
        queue.stop(sequence);

        Message again = message(2);
        queue.addUndelivered(again);
        assertThat(queue.getRedeliveryStatus(sequence, 2).getNext()).isNotNull();
        assertThat(queue.countUndelivered(sequence)).isEqualTo(1);
    }
}
