package io.github.restartoracle.benchmarks.lab.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PartRunnerTest {
    private static final PrintStream NOWHERE = new PrintStream(OutputStream.nullOutputStream());

    @Test
    void shouldReturnResultsInTheOrderOfThePartsWhateverEndsFirst() throws Exception {
        CountDownLatch secondDone = new CountDownLatch(1);
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        List<Callable<Integer>> parts = List.of(
                () -> {
                    threads.add(Thread.currentThread());
                    secondDone.await();
                    return 1;
                },
                () -> {
                    threads.add(Thread.currentThread());
                    secondDone.countDown();
                    return 2;
                });
        try (PartRunner workers = new PartRunner(2, NOWHERE)) {
            assertThat(workers.run("parts", parts)).containsExactly(1, 2);
        }
        assertThat(threads).hasSize(2);
    }

    @Test
    void shouldRunEveryPartOnceWhenThereAreManyMoreThanThreads() throws Exception {
        List<Callable<Integer>> parts = IntStream.range(0, 1000)
                .<Callable<Integer>>mapToObj(i -> () -> i)
                .toList();
        try (PartRunner workers = new PartRunner(3, NOWHERE)) {
            assertThat(workers.run("parts", parts))
                    .containsExactlyElementsOf(IntStream.range(0, 1000).boxed().toList());
        }
    }

    @Test
    void shouldFailWithTheCauseWhenAPartFails() {
        Callable<Integer> broken = () -> {
            throw new IllegalArgumentException("broken");
        };
        try (PartRunner workers = new PartRunner(1, NOWHERE)) {
            assertThatThrownBy(() -> workers.run("parts", List.of(broken))).hasMessageContaining("broken");
        }
    }
}
