package io.github.restartoracle.internal.pending;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.oracle.PathOracle;
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
        PendingSet<Named> set = new PendingSet<>(PathOracle.of(oracle));
        Named.in(set, "stays", 0);
        List<WeakReference<Named>> gone = addAndAcknowledge(set);
        Named.in(set, "stays", 0);

        for (int i = 0; i < COLLECTIONS && gone.stream().anyMatch(message -> message.get() != null); i++) {
            System.gc();
        }

        assertThat(gone).allSatisfy(message -> assertThat(message.get()).isNull());
        assertThat(Named.count(set)).isEqualTo(2);
    }

    /** Works in a method of its own, so that no local variable keeps a message alive. */
    private static List<WeakReference<Named>> addAndAcknowledge(PendingSet<Named> set) {
        List<WeakReference<Named>> messages = new ArrayList<>();
        List<Named> pending = new ArrayList<>();
        for (int i = 0; i < MESSAGES; i++) {
            Named message = Named.in(set, "goes", 0);
            messages.add(new WeakReference<>(message));
            pending.add(message);
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
