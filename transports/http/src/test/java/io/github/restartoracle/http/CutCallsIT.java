package io.github.restartoracle.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.house.Needed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Two-way calls while the link is cut. {@code -Dcut=30 -Dcalls=100} is the long run; it prints the delay of the last answer,
 * which is meaningful on a quiet machine only.
 */
class CutCallsIT {
    private static final int CUT_SECONDS = Integer.getInteger("cut", 3);
    private static final int CALLS = Integer.getInteger("calls", 20);
    private static final Duration PATIENCE = Duration.ofSeconds(CUT_SECONDS + 60L);

    private final ReliableDocuments.Setup setup = new ReliableDocuments.Setup();

    /**
     * Covers also a destination of CXF alone, which keeps no answers: a call that it has executed is answered on its first
     * connection only.
     */
    @ParameterizedTest(name = "ours at the destination {0}, {1} calls before the cut")
    @CsvSource({"true, 5", "true, 0", "false, 0"})
    void shouldAnswerEachCallOnce(boolean ours, int before) throws Exception {
        Needed.IPTABLES.orSkip(Cut.isPossible());
        setup.oracleAtDestination = ours;
        setup.settings.clear();
        setup.settings.put("oracle", "canary");
        ExecutorService callers = Executors.newCachedThreadPool();
        AtomicLong lastNanos = new AtomicLong();
        try (ReliableDocuments pair = new ReliableDocuments(setup);
                Cut cut = new Cut(pair.port)) {
            assertThat(pair.documents.find("opens the sequence")).endsWith("found");
            List<CompletableFuture<String>> answers = new ArrayList<>();
            for (int call = 0; call < CALLS; call++) {
                if (call == before) {
                    cut.begin();
                }
                String text = "call " + call;
                answers.add(CompletableFuture.supplyAsync(
                        () -> {
                            String answer = pair.documents.find(text);
                            lastNanos.set(System.nanoTime());
                            return answer;
                        },
                        callers));
                TimeUnit.MILLISECONDS.sleep(call < before ? 1 : CUT_SECONDS * 900L / CALLS);
            }
            cut.end();
            long returnNanos = System.nanoTime();
            for (CompletableFuture<String> answer : answers) {
                assertThat(answer).succeedsWithin(PATIENCE);
            }
            System.out.printf(
                    "cut of %d s, %d calls, ours at the destination %s: last answer %d ms after the return%n",
                    CUT_SECONDS, CALLS, ours, TimeUnit.NANOSECONDS.toMillis(lastNanos.get() - returnNanos));
            assertThat(pair.archive.texts)
                    .doesNotHaveDuplicates()
                    .containsAll(IntStream.range(0, CALLS)
                            .mapToObj(call -> "call " + call)
                            .toList());
        } finally {
            callers.shutdownNow();
        }
    }
}
