package io.github.restartoracle.wsrm.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.restartoracle.time.NanoClock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LanesTest {
    private final Lanes executor = Lanes.bounded("test-bounded", 2);
    private final Lanes unbounded = Lanes.unbounded("test-unbounded");
    private final List<String> done = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        executor.close();
        unbounded.close();
    }

    @Test
    void shouldNotLetAKeyThatHangsDelayAnother() throws InterruptedException {
        CountDownLatch hangs = new CountDownLatch(1);
        CountDownLatch others = new CountDownLatch(100);
        CountDownLatch last = new CountDownLatch(1);
        executor.execute("dead", () -> await(hangs));
        for (int i = 0; i < 100; i++) {
            int number = i;
            executor.execute("dead", () -> done.add("dead " + number));
            executor.execute("alive", () -> {
                done.add("alive " + number);
                others.countDown();
            });
        }
        executor.execute("dead", last::countDown);
        assertThat(others.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(done).hasSize(100).allMatch(line -> line.startsWith("alive"));
        hangs.countDown();
        assertThat(last.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(done.subList(100, 200)).first().isEqualTo("dead 0");
        assertThat(done.subList(100, 200)).last().isEqualTo("dead 99");
    }

    @Test
    void shouldGoOnAfterAnError() throws InterruptedException {
        CountDownLatch next = new CountDownLatch(1);
        executor.execute("key", () -> {
            throw new NoClassDefFoundError("on purpose");
        });
        executor.execute("key", next::countDown);
        assertThat(next.await(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void shouldRunSoManyTasksOfALaneAtOnceAndNoMore() throws InterruptedException {
        Executor lane = unbounded.lane(2);
        Executor other = unbounded.lane(1);
        CountDownLatch hangs = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(2);
        CountDownLatch end = new CountDownLatch(3);
        for (int i = 0; i < 3; i++) {
            lane.execute(() -> {
                done.add("begun");
                begun.countDown();
                await(hangs);
                end.countDown();
            });
        }
        await(begun);
        CountDownLatch beside = new CountDownLatch(1);
        other.execute(beside::countDown);
        await(beside);
        assertThat(done).hasSize(2);
        hangs.countDown();
        await(end);
    }

    @Test
    void shouldRefuseTasksWhenClosedAndHaveNoneLeft() {
        executor.close();
        assertThatThrownBy(() -> executor.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(() -> executor.execute("key", () -> {})).isInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(() -> executor.lane(1).execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
        assertThat(executor.awaitIdle(NanoClock.system(), 0)).isTrue();
    }

    @Test
    void shouldEndWhatWaitsInALaneThatHasAThreadWhenClosed() {
        Executor lane = unbounded.lane(1);
        CountDownLatch hangs = new CountDownLatch(1);
        CountDownLatch last = new CountDownLatch(2);
        lane.execute(() -> await(hangs));
        lane.execute(last::countDown);
        unbounded.close();
        lane.execute(last::countDown);
        hangs.countDown();
        await(last);
    }

    @Test
    void shouldWaitUntilNoKeyHasATask() {
        CountDownLatch hangs = new CountDownLatch(1);
        executor.execute("key", () -> await(hangs));
        assertThat(executor.awaitIdle(NanoClock.system(), 1)).isFalse();
        hangs.countDown();
        assertThat(executor.awaitIdle(NanoClock.system(), TimeUnit.SECONDS.toNanos(60)))
                .isTrue();
    }

    @Test
    void shouldMakeDaemonsThatAreToldApart() {
        ThreadFactory factory = Daemons.named("name");
        assertThat(List.of(factory.newThread(() -> {}), factory.newThread(() -> {})))
                .allMatch(Thread::isDaemon)
                .extracting(Thread::getName)
                .containsExactly("name", "name-2");
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
