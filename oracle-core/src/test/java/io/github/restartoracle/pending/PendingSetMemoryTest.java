package io.github.restartoracle.pending;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PendingSetMemoryTest {
    private static final int MESSAGES = 100;
    private static final int COLLECTIONS = 50;

    @Test
    void shouldHoldNothingOfAMessageThatIsNotPendingAnyMore() {
        ScriptedOracle oracle = new ScriptedOracle(10);
        PendingSet<byte[]> set = new PendingSet<>(oracle);
        set.add(new byte[1], 0);
        List<WeakReference<byte[]>> gone = addAndAcknowledge(set);
        set.add(new byte[1], 0);

        for (int i = 0; i < COLLECTIONS && gone.stream().anyMatch(message -> message.get() != null); i++) {
            System.gc();
        }

        assertThat(gone).allSatisfy(message -> assertThat(message.get()).isNull());
        assertThat(set.size()).isEqualTo(2);
    }

    /** Works in a method of its own, so that no local variable keeps a message alive. */
    private static List<WeakReference<byte[]>> addAndAcknowledge(PendingSet<byte[]> set) {
        List<WeakReference<byte[]>> messages = new ArrayList<>();
        List<Pending<byte[]>> pending = new ArrayList<>();
        for (int i = 0; i < MESSAGES; i++) {
            byte[] message = new byte[1000];
            messages.add(new WeakReference<>(message));
            pending.add(set.add(message, 0));
        }
        for (int i = 0; i < MESSAGES; i++) {
            switch (i % 4) {
                case 0 -> set.acknowledge(pending.get(i), 1);
                case 1 -> set.acknowledge(pending.get(i), 1, new Echo(7, 0));
                case 2 -> set.remove(pending.get(i));
                default -> {
                    set.suspend(pending.get(i));
                    set.remove(pending.get(i));
                }
            }
        }
        return messages;
    }
}
