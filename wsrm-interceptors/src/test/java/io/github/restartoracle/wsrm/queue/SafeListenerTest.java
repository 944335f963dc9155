package io.github.restartoracle.wsrm.queue;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.github.restartoracle.pending.SampleUse;
import io.github.restartoracle.wsrm.MessageId;
import io.github.restartoracle.wsrm.TransmissionListener;
import org.junit.jupiter.api.Test;

class SafeListenerTest {
    private static final MessageId MESSAGE = new MessageId("s", 1);

    @Test
    void shouldKeepWhatAListenerThrowsToItself() {
        TransmissionListener safe = new SafeListener(new TransmissionListener() {
            @Override
            public void dispatched(MessageId message, int attempt, long dueNanos, long dispatchedNanos) {
                throw new IllegalStateException("a mistake");
            }

            @Override
            public void acknowledged(MessageId message, int attempts, SampleUse use, long arrivedNanos) {
                throw new AssertionError("an assertion");
            }

            @Override
            public void gaveUp(MessageId message, int attempts, String reason) {
                throw new NoClassDefFoundError("a missing jar");
            }
        });
        assertThatCode(() -> {
                    safe.dispatched(MESSAGE, 1, 0, 0);
                    safe.acknowledged(MESSAGE, 1, SampleUse.NONE, 0);
                    safe.gaveUp(MESSAGE, 1, "reason");
                    safe.arrived(MESSAGE, 1, 0);
                })
                .doesNotThrowAnyException();
    }
}
