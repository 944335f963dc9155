package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ConcurrentCopiesIT {
    @Test
    void shouldDeliverOnceWhenCopiesArriveTogether() {
        int messages = 150;
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup().set("initial-timeout", "2ms"))) {
            for (int i = 0; i < messages; i++) {
                pair.orders.put("order " + i);
            }
            await().atMost(Duration.ofMinutes(10))
                    .until(() -> pair.bean.delivered.size() >= messages
                            && pair.oracle().backlog().isEmpty());
            assertThat(pair.bean.delivered).hasSize(messages).doesNotHaveDuplicates();
            assertThat(pair.oracle().paths().get(0).restarts()).isGreaterThan(messages);
        }
    }
}
