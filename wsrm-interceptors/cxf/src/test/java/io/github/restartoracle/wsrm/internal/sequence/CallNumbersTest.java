package io.github.restartoracle.wsrm.internal.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.recovery.CallStore;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.cxf.ws.rm.ProtocolVariation;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.apache.cxf.ws.rm.persistence.RMStore;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the threads; the numbers themselves are tested by NumberingTest. */
@Timeout(60)
class CallNumbersTest {
    private final ExecutorService callers = Executors.newCachedThreadPool();
    private final List<List<Long>> written = Collections.synchronizedList(new ArrayList<>());
    private final SourceSequence sequence =
            new SourceSequence(new Identifier(), null, null, 3, false, ProtocolVariation.RM11WSA200508);
    private final RMManager manager = new RMManager();
    private final CallNumbers numbers = new CallNumbers(manager, NanoClock.system(), sequence, false);
    private volatile Consumer<List<Long>> store = rows -> {};

    CallNumbersTest() {
        manager.setStore((RMStore) Proxy.newProxyInstance(
                CallNumbersTest.class.getClassLoader(),
                new Class<?>[] {RMStore.class, CallStore.class},
                (proxy, method, arguments) -> {
                    List<Long> rows = ((List<?>) arguments[1])
                            .stream()
                                    .map(row -> ((RMMessage) row).getMessageNumber())
                                    .toList();
                    store.accept(rows);
                    written.add(rows);
                    return null;
                }));
    }

    @AfterEach
    void end() {
        callers.shutdownNow();
    }

    private long store(CallNumbers.Call call) {
        numbers.store(call, new RMMessage(), failure -> false);
        return call.value();
    }

    private Future<Long> storing(CallNumbers.Call call) {
        return callers.submit(() -> store(call));
    }

    private static long get(Future<Long> stored) throws Exception {
        return stored.get(30, TimeUnit.SECONDS);
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
    void shouldStoreInOneGoWhatCameWhileItStored() throws Exception {
        CountDownLatch storing = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        store = rows -> {
            storing.countDown();
            assertThat(await(goOn)).isTrue();
        };
        Future<Long> first = storing(numbers.enter(sequence));
        assertThat(await(storing)).isTrue();
        CallNumbers.Call second = numbers.enter(sequence);
        Future<Long> third = storing(numbers.enter(sequence));
        Future<Long> other = storing(second);
        goOn.countDown();
        assertThat(List.of(get(first), get(other), get(third))).containsExactly(4L, 5L, 6L);
        assertThat(written.get(0)).containsExactly(4L);
        assertThat(written.stream().flatMap(List::stream)).containsExactly(4L, 5L, 6L);
    }

    @Test
    void shouldTellTheFailureOfTheStoreUnlessTheCallIsSentAnyway() {
        store = rows -> {
            throw new IllegalStateException("full");
        };
        assertThatThrownBy(() -> store(numbers.enter(sequence))).hasMessage("full");
        CallNumbers.Call sent = numbers.enter(sequence);
        numbers.store(sent, new RMMessage(), failure -> true);
        assertThat(sent.value()).isEqualTo(4);
        store = rows -> {};
        assertThat(store(numbers.enter(sequence))).isEqualTo(5);
    }

    @Test
    void shouldNumberCallsWithoutAStore() {
        manager.setStore(null);
        CallNumbers.Call call = numbers.enter(sequence);
        numbers.store(call, null, failure -> false);
        assertThat(call.value()).isEqualTo(4);
    }

    @Test
    void shouldLetACallThatIsWrittenForLongBeOvertakenByACallerThatIsInterrupted() throws Exception {
        CallNumbers.Call slow = numbers.enter(sequence);
        CallNumbers.Call next = numbers.enter(sequence);
        Future<Boolean> interrupted = callers.submit(() -> {
            Thread.currentThread().interrupt();
            assertThat(store(next)).isEqualTo(4);
            return Thread.interrupted();
        });
        assertThat(interrupted.get(30, TimeUnit.SECONDS)).as("still").isTrue();
        assertThat(store(slow)).isEqualTo(5);
    }

    @Test
    void shouldGiveEachCallItsOwnNumberAndLeaveNoHole() throws Exception {
        int calls = 2_000;
        List<Future<Long>> all = new ArrayList<>();
        CountDownLatch begin = new CountDownLatch(1);
        store = rows -> {
            if (rows.get(0) % 7 == 0 && rows.size() > 1) {
                throw new IllegalStateException("full");
            }
        };
        for (int thread = 0; thread < 4; thread++) {
            int offset = thread;
            all.add(callers.submit(() -> {
                assertThat(await(begin)).isTrue();
                long highest = 0;
                for (int call = offset; call < calls; call += 4) {
                    CallNumbers.Call entered = numbers.enter(sequence);
                    try {
                        long number = store(entered);
                        assertThat(number).as("in the order of its thread").isGreaterThan(highest);
                        highest = number;
                    } catch (IllegalStateException full) {
                        numbers.leave(entered);
                    }
                }
                return highest;
            }));
        }
        begin.countDown();
        for (Future<Long> thread : all) {
            assertThat(get(thread)).isPositive();
        }
        List<Long> stored = written.stream().flatMap(List::stream).toList();
        assertThat(stored).isSorted().doesNotHaveDuplicates().first().isEqualTo(4L);
        assertThat(stored.get(stored.size() - 1)).isEqualTo(3L + stored.size());
    }
}
