package io.github.restartoracle.wsrm.destination;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SerialExecutorTest {
    private final SerialExecutor executor = new SerialExecutor("test-serial", 2);
    private final List<String> done = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        executor.close();
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

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
