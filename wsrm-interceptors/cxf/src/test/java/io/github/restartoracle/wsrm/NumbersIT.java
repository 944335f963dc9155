package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.persistence.RMStoreException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that a call that fails while others of its sequence are being made leaves no gap in the numbers. A destination that
 * delivers in order would keep all messages behind a gap for ever.
 */
class NumbersIT {
    private final ExecutorService callers = Executors.newCachedThreadPool();
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch fails = new CountDownLatch(1);

    @AfterEach
    void end() {
        fails.countDown();
        callers.shutdownNow();
    }

    /** Holds a call until it is to fail, or for a second if the call for which it waits waits for it. */
    private void failLater(String reason) {
        reached.countDown();
        try {
            assertThat(fails.await(1, TimeUnit.SECONDS)).isIn(true, false);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new RMStoreException(new IllegalStateException(reason));
    }

    private Future<?> call(Runnable call) {
        return callers.submit(call);
    }

    private void shouldFailAndLeaveNoHole(ReliablePair pair, Future<?> failing, Callable<String> answered) {
        Future<?> third = call(() -> pair.orders.put("third"));
        Future<String> fourth = callers.submit(answered);
        Future<?> releasing = callers.submit(() -> {
            third.get();
            fourth.get();
            fails.countDown();
            return null;
        });
        assertThatThrownBy(failing::get).hasStackTraceContaining("on purpose");
        await().until(() -> third.isDone() && fourth.isDone());
        assertThat(third).succeedsWithin(0, TimeUnit.SECONDS);
        assertThat(fourth).succeedsWithin(0, TimeUnit.SECONDS);
        await().until(releasing::isDone);
        await().untilAsserted(
                        () -> assertThat(pair.bean.delivered).containsExactlyInAnyOrder("first", "third", "fourth"));
        await().until(() -> pair.oracle().backlog().isEmpty());
        pair.orders.put("fifth");
        await().untilAsserted(() -> assertThat(pair.bean.delivered).hasSize(4).endsWith("fifth"));
        assertThat(pair.bean.delivered).startsWith("first");
    }

    @ParameterizedTest(name = "with a two-way call {0}")
    @ValueSource(booleans = {false, true})
    void shouldLeaveNoHoleWhereACallCouldNotBeStored(boolean twoWay) throws InterruptedException {
        NotingStore store = new NotingStore();
        store.onPersist = content -> {
            if (content.contains("second")) {
                failLater("on purpose");
            }
        };
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.store = store;
        setup.inOrder = true;
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.orders.put("first");
            await().until(() -> store.removed.size() == 1);
            Future<?> second = call(() -> pair.orders.put("second"));
            reached.await();
            shouldFailAndLeaveNoHole(pair, second, fourth(pair, twoWay));
        }
    }

    private static Callable<String> fourth(ReliablePair pair, boolean twoWay) {
        return () -> {
            if (twoWay) {
                return pair.orders.price("fourth");
            }
            pair.orders.put("fourth");
            return "";
        };
    }

    /** Repeats the test without a store. */
    @Test
    void shouldLeaveNoHoleWhereACallCouldNotBeWritten() throws InterruptedException {
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.inOrder = true;
        ThreadLocal<Boolean> failing = ThreadLocal.withInitial(() -> false);
        try (ReliablePair pair = new ReliablePair(setup)) {
            ClientProxy.getClient(pair.orders)
                    .getOutInterceptors()
                    .add(new AbstractPhaseInterceptor<Message>(Phase.PRE_PROTOCOL) {
                        @Override
                        public void handleMessage(Message message) {
                            if (failing.get()) {
                                failLater("on purpose");
                            }
                        }
                    });
            pair.orders.put("first");
            await().until(() -> pair.oracle().backlog().isEmpty());
            Future<?> second = call(() -> {
                failing.set(true);
                pair.orders.put("second");
            });
            reached.await();
            shouldFailAndLeaveNoHole(pair, second, fourth(pair, false));
        }
    }
}
