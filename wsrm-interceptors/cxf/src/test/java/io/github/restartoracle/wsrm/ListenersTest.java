package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.status.SampleUse;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import org.junit.jupiter.api.Test;

class ListenersTest {
    private final Listeners listeners = new Listeners();
    private final NotedTransmissions heard = new NotedTransmissions();
    private final MessageId message = new MessageId("urn:s", 1);

    private void tellAll() {
        listeners.dispatched(message, 1, 0, 0);
        listeners.acknowledged(message, 1, SampleUse.EXACT, 0);
        listeners.gaveUp(message, 1, "reason");
        listeners.lost("endpoint", "address", "reason");
        listeners.arrived(message, 1, 0);
    }

    @Test
    void shouldTellEachListenerOnce() {
        listeners.add(heard);
        listeners.add(heard);
        listeners.add(TransmissionListener.NONE);
        tellAll();
        assertThat(heard.dispatched).containsExactly("1#1");
        assertThat(heard.acknowledged).containsExactly(1L);
        assertThat(heard.gaveUp).hasSize(1);
        assertThat(heard.lost).containsExactly("endpoint to address: reason");
        assertThat(heard.arrived).containsExactly("1#1");
    }

    @Test
    void shouldTellTheNextListenerWhenOneThrows() {
        listeners.add(new TransmissionListener() {
            @Override
            public void arrived(MessageId of, int attempt, long arrivedNanos) {
                throw new IllegalStateException("thrown by the test");
            }

            @Override
            public void gaveUp(MessageId of, int attempts, String reason) {
                throw new AssertionError("thrown by the test");
            }
        });
        listeners.add(heard);
        tellAll();
        assertThat(heard.arrived).containsExactly("1#1");
        assertThat(heard.gaveUp).hasSize(1);
    }
}
