package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Everyday life of services and their clients, several at a time. Threads and time are real, so a seed draws what happens, but not
 * in which order: {@code -Dseeds=17} may have to be tried several times. {@code -Dseeds=1-1000} tries more seeds.
 * {@code -Ddecoupled=true} gives all clients an address of their own.
 */
@ExtendWith(SilencedErrors.class)
class BusWorldIT {
    private static final String FEW = "1-40";

    @Test
    void shouldLoseNothing() throws Exception {
        String[] bounds = System.getProperty("seeds", FEW).split("-", 2);
        long first = Long.parseLong(bounds[0]);
        long last = Long.parseLong(bounds[bounds.length - 1]);
        ExecutorService threads = Executors.newFixedThreadPool(BusWorld.AT_ONCE);
        long startNanos = System.nanoTime();
        List<Future<String>> runs = LongStream.rangeClosed(first, last)
                .mapToObj(seed -> threads.submit(() -> BusWorld.run(seed)))
                .toList();
        List<String> broken = new ArrayList<>();
        for (Future<String> run : runs) {
            String report = run.get();
            if (!report.isEmpty()) {
                broken.add(report);
                System.out.println(report);
            }
        }
        threads.shutdown();
        Map<BusPlan.Fault, Integer> visited = new TreeMap<>();
        LongStream.rangeClosed(first, last)
                .mapToObj(BusPlan::new)
                .flatMap(plan -> plan.events.stream())
                .forEach(event -> visited.merge(event.fault(), 1, Integer::sum));
        System.out.printf(
                "bus world: %,d seeds in %.0f s, %d broken; %s%n",
                runs.size(), (System.nanoTime() - startNanos) / 1e9, broken.size(), visited);
        assertThat(broken).as("one again: -Dseeds=SEED").isEmpty();
        if (first != last) {
            assertThat(visited.keySet()).containsExactlyInAnyOrder(BusPlan.Fault.values());
        }
    }
}
