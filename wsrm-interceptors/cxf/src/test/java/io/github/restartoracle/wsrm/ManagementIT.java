package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Arrays;
import javax.management.openmbean.CompositeData;
import org.apache.cxf.ws.rm.ManagedRMEndpoint;
import org.junit.jupiter.api.Test;

/** Tests that CXF's management view works on our queue. */
class ManagementIT {
    private static ReliablePair.Setup losingAll(NotedTransmissions source) {
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "150ms");
        setup.sourceListener = source;
        setup.lost = (message, attempt) -> message > 1;
        return setup;
    }

    private static String sequence(ReliablePair pair) throws Exception {
        return pair.management().getCurrentSourceSequenceId();
    }

    @Test
    void shouldSuspendAndResumeRestarts() throws Exception {
        NotedTransmissions source = new NotedTransmissions();
        ReliablePair.Setup setup = losingAll(source);
        setup.lost = (message, attempt) -> message > 1 && !source.dispatched.contains("4#1");
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.orders.put("1");
            pair.orders.put("2");
            pair.orders.put("3");
            await().until(() -> source.dispatched.contains("3#2") && source.acknowledged.size() == 1);
            ManagedRMEndpoint view = pair.management();
            String sequence = sequence(pair);
            assertThat(view.getQueuedMessageCount(sequence, true)).isEqualTo(2);
            assertThat(view.getQueuedMessageTotalCount(true)).isEqualTo(2);
            assertThat(view.getUnAcknowledgedMessageIdentifiers(sequence)).containsExactly(2L, 3L);

            view.suspendSourceQueue(sequence);
            assertThat(Arrays.stream(view.getRetransmissionStatuses(sequence)).map(status -> status.get("suspended")))
                    .containsExactly(true, true);
            await().until(() -> pair.path().inFlight() == 0);
            int before = source.dispatched.size();
            long restarts = pair.path().restarts();
            await().during(Duration.ofMillis(600)).until(() -> source.dispatched.size() == before);
            assertThat(pair.path().restarts()).isEqualTo(restarts);

            view.resumeSourceQueue(sequence);
            await().until(() -> source.dispatched.size() > before);
            CompositeData status = view.getRetransmissionStatus(sequence, 2);
            assertThat(status.get("suspended")).isEqualTo(false);
            pair.orders.put("4");
            await().until(() -> pair.oracle().backlog().isEmpty());
            assertThat(view.getQueuedMessageCount(sequence, true)).isZero();
            assertThat(view.getRetransmissionStatuses(sequence)).isEmpty();
            assertThat(view.getRetransmissionStatus(sequence, 2)).isNull();
            await().untilAsserted(() -> assertThat(pair.deliveredSorted()).containsExactly("1", "2", "3", "4"));
        }
    }

    @Test
    void shouldDropWhatAnOperatorPurges() throws Exception {
        NotedTransmissions source = new NotedTransmissions();
        try (ReliablePair pair = new ReliablePair(losingAll(source))) {
            pair.orders.put("1");
            pair.orders.put("2");
            pair.orders.put("3");
            await().until(() -> source.dispatched.contains("3#1") && source.acknowledged.size() == 1);
            String sequence = sequence(pair);
            pair.management().purgeUnAcknowledgedMessages(sequence);
            assertThat(pair.oracle().backlog().unacknowledged()).isZero();
            assertThat(pair.oracle().backlog().isEmpty()).isTrue();
            assertThat(pair.management().getUnAcknowledgedMessageIdentifiers(sequence))
                    .isEmpty();
            await().until(() -> pair.path().inFlight() == 0);
            assertThat(source.acknowledged)
                    .as("nobody is told of an acknowledgement")
                    .containsExactly(1L);
            // The sequence goes on.
            pair.orders.put("4");
            await().until(() -> source.dispatched.contains("4#2"));
            assertThat(pair.oracle().backlog().unacknowledged()).isOne();
        }
    }

    @Test
    void shouldStopRestartsWhenASequenceIsClosed() throws Exception {
        NotedTransmissions source = new NotedTransmissions();
        ReliablePair.Setup setup = losingAll(source);
        setup.lost = (message, attempt) -> message == 2;
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.orders.put("1");
            pair.orders.put("2");
            await().until(() -> source.dispatched.contains("2#2") && source.acknowledged.size() == 1);
            // CXF stops the queue and, towards a source with anonymous acknowledgements, sends no message.
            pair.management().closeSourceSequence(sequence(pair));
            assertThat(pair.oracle().backlog().unacknowledged()).isZero();
            pair.orders.put("3");
            await().until(() -> source.acknowledged.size() == 2);
            long dispatched = source.dispatched.size();
            await().during(Duration.ofMillis(400)).until(() -> source.dispatched.size() == dispatched);
            await().untilAsserted(() -> assertThat(pair.bean.delivered).containsExactly("1", "3"));
            assertThat(pair.oracle().backlog().isEmpty()).isTrue();
        }
    }
}
