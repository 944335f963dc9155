package io.github.restartoracle.internal.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.internal.attempt.PathResources;
import io.github.restartoracle.internal.window.SharedWindow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ChangesTest {
    private static final PathResources RESOURCES = PathResources.withoutThreads(() -> 0);

    private final List<String> done = Collections.synchronizedList(new ArrayList<>());
    private final Changes<String> changes =
            new Changes<>(nowNanos -> done.add("after " + nowNanos), ChangesTest::carryOut);

    private static void carryOut(Act<String> act) {
        ((Act.PassOnRoom<String>) act).claim().proceed().accept(0);
    }

    /** Decides on an act that runs an action. */
    private void act(Runnable action) {
        changes.act(new Act.PassOnRoom<>(new SharedWindow.Claim(RESOURCES, now -> action.run())));
    }

    @Test
    void shouldCarryActsOutWhenTheChangeAndWhatFollowsFromItAreComplete() {
        changes.make(1, () -> {
            act(() -> done.add("act"));
            changes.make(2, () -> act(() -> done.add("act of a part")));
            done.add("change");
        });
        assertThat(done).containsExactly("change", "after 1", "act", "act of a part");
    }

    /** As the report of an oracle that fails when it is asked for its state. */
    @Test
    void shouldCarryOutAnActThatIsDecidedInARead() {
        assertThat(changes.<String>read(() -> {
                    act(() -> done.add("act"));
                    return "state";
                }))
                .isEqualTo("state");
        assertThat(done).containsExactly("act");
    }

    @Test
    void shouldLetAnActMakeAChangeWhoseActsComeLater() {
        changes.make(1, () -> {
            act(() -> changes.make(2, () -> act(() -> done.add("third"))));
            act(() -> done.add("second"));
        });
        assertThat(done).containsExactly("after 1", "after 2", "second", "third");
    }

    @Test
    void shouldCarryActsOutWithoutItsLockAndInTheirOrderWhoeverDecidesThem() throws InterruptedException {
        CountDownLatch acting = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Thread first = new Thread(() -> changes.make(
                1,
                () -> act(() -> {
                    acting.countDown();
                    awaitUninterruptibly(goOn);
                    done.add("first");
                })));
        first.start();
        acting.await();
        changes.make(2, () -> act(() -> done.add("second")));
        assertThat(done).as("it is left to the thread that acts").containsExactly("after 1", "after 2");
        goOn.countDown();
        await().until(() -> done.size() == 4);
        assertThat(done).endsWith("first", "second");
        first.join();
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldCarryOutTheOthersWhenOneFails() {
        assertThatThrownBy(() -> changes.make(1, () -> {
                    act(() -> {
                        throw new IllegalStateException("on purpose");
                    });
                    act(() -> done.add("the next"));
                }))
                .hasMessage("on purpose");
        changes.make(2, () -> act(() -> done.add("the one after it")));
        assertThat(done).containsExactly("after 1", "the next", "after 2", "the one after it");
    }
}
