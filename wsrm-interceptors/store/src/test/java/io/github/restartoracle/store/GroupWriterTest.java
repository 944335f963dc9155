package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GroupWriterTest {
    private final List<List<String>> written = new CopyOnWriteArrayList<>();
    private final CountDownLatch first = new CountDownLatch(1);
    private final GroupWriter<String> writer =
            new GroupWriter<>(this::write, failure -> failure instanceof IllegalArgumentException);

    /** Blocks in "first", refuses "bad", and fails for all items while one is "down". */
    private void write(List<String> items) {
        written.add(List.copyOf(items));
        if (items.contains("first")) {
            try {
                first.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        if (items.contains("down")) {
            throw new IllegalStateException("down");
        }
        if (items.contains("bad")) {
            throw new IllegalArgumentException("bad");
        }
    }

    private CompletableFuture<String> begin(String item, long bytes) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        writer.write(item, bytes);
                        return "written";
                    } catch (RuntimeException e) {
                        return String.valueOf(e.getMessage());
                    }
                },
                task -> new Thread(task, "writing-" + item).start());
    }

    /** Writes items one after the other, all but the first while the first is being written. */
    private List<String> writeBehindTheFirst(long bytes, String... items) {
        CompletableFuture<String> leading = begin("first", 1);
        await().until(() -> written.size() == 1);
        List<CompletableFuture<String>> others = new ArrayList<>();
        for (String item : items) {
            others.add(begin(item, bytes));
            await().until(() -> isWaiting("writing-" + item) || others.stream().allMatch(CompletableFuture::isDone));
        }
        first.countDown();
        assertThat(leading.join()).isEqualTo("written");
        return others.stream().map(CompletableFuture::join).toList();
    }

    private static boolean isWaiting(String thread) {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(each -> each.getName().equals(thread) && each.getState() == Thread.State.WAITING);
    }

    @Test
    void shouldWriteWhatHasComeMeanwhileAtOnce() {
        assertThat(writeBehindTheFirst(1, "a", "b", "c")).containsOnly("written");
        assertThat(written).containsExactly(List.of("first"), List.of("a", "b", "c"));
    }

    @Test
    void shouldRefuseOnlyTheOneThatIsToBlame() {
        assertThat(writeBehindTheFirst(1, "a", "bad", "c")).containsExactly("written", "bad", "written");
        assertThat(written)
                .containsExactly(
                        List.of("first"), List.of("a", "bad", "c"), List.of("a"), List.of("bad"), List.of("c"));
    }

    @Test
    void shouldTellEveryoneWhenNothingCanBeWritten() {
        assertThat(writeBehindTheFirst(1, "a", "down", "c")).containsOnly("down");
        assertThat(written).containsExactly(List.of("first"), List.of("a", "down", "c"));
    }

    @Test
    void shouldNotLetOthersWaitForALargeOne() {
        assertThat(writeBehindTheFirst(GroupWriter.LARGE_BYTES + 1, "large")).containsExactly("written");
        assertThat(written).containsExactly(List.of("first"), List.of("large"));
    }

    @Test
    void shouldBoundTheBytesOfAGroup() {
        String[] items = IntStream.range(0, 20).mapToObj(i -> "item" + i).toArray(String[]::new);
        assertThat(writeBehindTheFirst(GroupWriter.LARGE_BYTES, items)).containsOnly("written");
        assertThat(written.stream().map(List::size)).containsExactly(1, 16, 4);
    }
}
