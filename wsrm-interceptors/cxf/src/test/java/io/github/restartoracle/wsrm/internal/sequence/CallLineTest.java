package io.github.restartoracle.wsrm.internal.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.cxf.ws.rm.ProtocolVariation;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CallLineTest {
    private final ExecutorService callers = Executors.newCachedThreadPool();
    private final List<List<Long>> written = Collections.synchronizedList(new ArrayList<>());
    private final SourceSequence sequence =
            new SourceSequence(new Identifier(), null, null, 3, false, ProtocolVariation.RM11WSA200508);
    private volatile Consumer<List<Long>> store = numbers -> {};
    private final CallLine.Writer writer = new CallLine.Writer() {
        @Override
        public int most() {
            return 100;
        }

        @Override
        public void write(SourceSequence of, List<RMMessage> rows) {
            List<Long> numbers = rows.stream().map(RMMessage::getMessageNumber).toList();
            store.accept(numbers);
            written.add(numbers);
        }
    };
    private final CallLine line = new CallLine(sequence, writer, false);

    @AfterEach
    void end() {
        callers.shutdownNow();
    }

    private long store(QueuedCall turn) {
        line.store(turn, new RMMessage(), failure -> false);
        return turn.number();
    }

    private Future<Long> storing(QueuedCall turn) {
        return callers.submit(() -> store(turn));
    }

    private static long get(Future<Long> stored) throws Exception {
        return stored.get(30, TimeUnit.SECONDS);
    }

    @Test
    void shouldGoOnWithTheNumbersOfTheSequence() {
        assertThat(store(line.enter(sequence))).isEqualTo(4);
        assertThat(store(line.enter(sequence))).isEqualTo(5);
        assertThat(written).containsExactly(List.of(4L), List.of(5L));
    }

    @Test
    void shouldStoreInOneGoWhatCameWhileItStored() throws Exception {
        CountDownLatch storing = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        store = numbers -> {
            storing.countDown();
            assertThat(await(goOn)).isTrue();
        };
        Future<Long> first = storing(line.enter(sequence));
        assertThat(await(storing)).isTrue();
        QueuedCall second = line.enter(sequence);
        QueuedCall third = line.enter(sequence);
        assertThat(third.number()).as("expected").isEqualTo(6);
        second.ready(new RMMessage(), failure -> false);
        Future<Long> last = storing(third);
        goOn.countDown();
        assertThat(get(first)).isEqualTo(4);
        assertThat(get(last)).isEqualTo(6);
        assertThat(second.number()).isEqualTo(5);
        assertThat(written).containsExactly(List.of(4L), List.of(5L, 6L));
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Test
    void shouldMoveUpWhatComesBehindACallThatFails() {
        QueuedCall first = line.enter(sequence);
        QueuedCall second = line.enter(sequence);
        QueuedCall third = line.enter(sequence);
        store = numbers -> {
            throw new IllegalStateException("full");
        };
        assertThatThrownBy(() -> store(first)).hasMessage("full");
        store = numbers -> {};
        line.leave(second);
        assertThat(store(third)).isEqualTo(4);
        assertThat(store(line.enter(sequence))).isEqualTo(5);
    }

    @Test
    void shouldKeepTheNumberOfACallThatIsSentAnyway() {
        store = numbers -> {
            throw new IllegalStateException("full");
        };
        QueuedCall first = line.enter(sequence);
        line.store(first, new RMMessage(), failure -> true);
        assertThat(first.number()).isEqualTo(4);
        store = numbers -> {};
        assertThat(store(line.enter(sequence))).isEqualTo(5);
    }

    @Test
    void shouldLetACallThatIsWrittenForLongBeOvertaken() {
        QueuedCall slow = line.enter(sequence);
        assertThat(store(line.enter(sequence))).isEqualTo(4);
        assertThat(store(slow)).isEqualTo(5);
        assertThat(store(line.enter(sequence))).isEqualTo(6);
    }

    @Test
    void shouldWaitForACallThatIsWrittenForLongWhereCallsAreInOrder() throws Exception {
        CallLine ordered = new CallLine(sequence, writer, true);
        QueuedCall slow = ordered.enter(sequence);
        QueuedCall next = ordered.enter(sequence);
        Future<?> stored = callers.submit(() -> ordered.store(next, new RMMessage(), failure -> false));
        // Longer than a call waits for another where there is no order.
        assertThatThrownBy(() -> stored.get(100, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        ordered.store(slow, new RMMessage(), failure -> false);
        stored.get(30, TimeUnit.SECONDS);
        assertThat(List.of(slow.number(), next.number())).containsExactly(4L, 5L);
    }

    @Test
    void shouldForgetACallThatWasOvertakenAndFails() {
        QueuedCall slow = line.enter(sequence);
        assertThat(store(line.enter(sequence))).isEqualTo(4);
        line.leave(slow);
        line.leave(slow);
        assertThat(store(line.enter(sequence))).isEqualTo(5);
        assertThat(line.enter(sequence).number()).isEqualTo(6);
    }

    @Test
    void shouldGiveEachCallItsOwnNumberAndLeaveNoHole() throws Exception {
        int calls = 2_000;
        List<Future<Long>> all = new ArrayList<>();
        CountDownLatch begin = new CountDownLatch(1);
        store = numbers -> {
            if (numbers.get(0) % 7 == 0 && numbers.size() > 1) {
                throw new IllegalStateException("full");
            }
        };
        for (int thread = 0; thread < 4; thread++) {
            int offset = thread;
            all.add(callers.submit(() -> {
                assertThat(await(begin)).isTrue();
                long highest = 0;
                for (int call = offset; call < calls; call += 4) {
                    QueuedCall turn = line.enter(sequence);
                    try {
                        long number = store(turn);
                        assertThat(number).as("in the order of its thread").isGreaterThan(highest);
                        highest = number;
                    } catch (IllegalStateException full) {
                        line.leave(turn);
                    }
                }
                return highest;
            }));
        }
        begin.countDown();
        for (Future<Long> thread : all) {
            assertThat(get(thread)).isPositive();
        }
        List<Long> numbers = written.stream().flatMap(List::stream).toList();
        assertThat(numbers).isSorted().doesNotHaveDuplicates().first().isEqualTo(4L);
        assertThat(numbers.get(numbers.size() - 1)).isEqualTo(3L + numbers.size());
    }
}
