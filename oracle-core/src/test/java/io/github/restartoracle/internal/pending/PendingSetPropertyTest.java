package io.github.restartoracle.internal.pending;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.oracle.PathOracle;
import io.github.restartoracle.oracle.RetransmissionOracle;
import io.github.restartoracle.oracle.RttSample;
import io.github.restartoracle.status.SampleUse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the pending set with a list that is searched from end to end. */
class PendingSetPropertyTest {
    private static final int STEPS = 1000;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 20060911, -1})
    void shouldDoAsANaiveListDoes(long seed) {
        Random random = new Random(seed);
        PendingSet<Named> set = new PendingSet<>(PathOracle.of(new MoodyOracle()));
        Model model = new Model(new MoodyOracle());
        List<Named> handles = new ArrayList<>();
        List<String> told = new ArrayList<>();
        long now = random.nextLong();

        for (int step = 0; step < STEPS; step++) {
            String where = "step " + step + ", seed " + seed;
            now += random.nextInt(30);
            int message = handles.isEmpty() ? 0 : random.nextInt(handles.size());
            switch (random.nextInt(handles.isEmpty() ? 2 : 10)) {
                case 0, 1, 2 -> {
                    handles.add(Named.in(set, "" + handles.size(), now));
                    model.add(0, now);
                }
                case 3 -> {
                    int attempts = 1 + random.nextInt(4);
                    handles.add(Named.recovered(set, "" + handles.size(), attempts, now));
                    model.add(attempts, now);
                }
                case 4 ->
                    assertThat(set.acknowledge(handles.get(message), now).use())
                            .as(where)
                            .isEqualTo(model.acknowledge(message, now));
                case 5 -> {
                    Echo echo = new Echo(random.nextInt(5), random.nextInt(40) - 2);
                    assertThat(set.acknowledge(handles.get(message), now, echo).use())
                            .as(where)
                            .isEqualTo(model.acknowledge(message, now, echo));
                }
                case 6 -> {
                    set.remove(handles.get(message));
                    model.items.get(message).pending = false;
                }
                case 7 -> {
                    set.suspend(handles.get(message));
                    model.items.get(message).suspended = true;
                }
                case 8 -> {
                    if (random.nextBoolean()) {
                        set.resume(handles.get(message), now);
                        model.resume(message, now);
                    } else {
                        set.restart(handles.get(message), now);
                        model.restart(message, now);
                    }
                }
                default -> {
                    told.clear();
                    assertThat(expire(set, now, told)).as(where).isEqualTo(model.expire(now));
                    assertThat(told).as(where).isEqualTo(model.told);
                    for (int restarted : model.restarted) {
                        if (random.nextInt(4) == 0 && !model.items.get(restarted).suspended) {
                            set.postpone(handles.get(restarted));
                            model.postpone(restarted);
                        }
                    }
                }
            }
            assertThat(set.nanosUntilDue(now)).as(where).isEqualTo(model.nanosUntilDue(now));
            assertThat(Named.count(set)).as(where).isEqualTo(model.size());
            assertThat(set.sizeByAttempt()).as(where).isEqualTo(model.sizeByAttempt());
        }
        for (int message = 0; message < handles.size(); message++) {
            Item item = model.items.get(message);
            assertThat(handles.get(message).isPending()).isEqualTo(item.pending);
            assertThat(handles.get(message).transmissions()).isEqualTo(item.attempts());
        }
    }

    private static int expire(PendingSet<Named> set, long now, List<String> told) {
        List<Elapsed<Named>> elapsed = set.expire(now, message -> false);
        for (Elapsed<Named> timeout : elapsed) {
            if (timeout.restarts()) {
                told.add("due " + timeout.dueNanos());
            }
            told.add((timeout.restarts() ? "restart " : "giveUp ") + timeout.message());
        }
        return elapsed.size();
    }

    /** An oracle whose timeout depends on the attempt and on all earlier calls. */
    private static final class MoodyOracle implements RetransmissionOracle {
        private long base = 100;

        @Override
        public long timeoutNanos(int attempt) {
            return attempt == 5 ? NEVER : base * attempt;
        }

        @Override
        public void onAcknowledgement(RttSample sample) {
            if (sample.unambiguous()) {
                base = 20 + sample.rttNanos();
            }
        }

        @Override
        public void onTimeout(int attempt) {
            base = Math.min(300, base + attempt);
        }

        @Override
        public boolean mayRestart(int attempt) {
            return attempt != 6;
        }
    }

    private static final class Item {
        final int number;
        final int before;
        final List<Long> dispatched = new ArrayList<>();
        long since;
        /** The order in which it entered its lane: breaks ties as a queue does. */
        long entered;

        boolean pending = true;
        boolean suspended;

        Item(int number, int before, long now, long entered) {
            this.number = number;
            this.before = before;
            this.since = now;
            this.entered = entered;
            if (before == 0) {
                dispatched.add(now);
            }
        }

        int attempts() {
            return before + dispatched.size();
        }
    }

    private static final class Model {
        final List<Item> items = new ArrayList<>();
        final List<String> told = new ArrayList<>();
        final List<Integer> restarted = new ArrayList<>();
        private final RetransmissionOracle oracle;
        private long clock;
        private boolean sampled;
        private long sampledAt;

        Model(RetransmissionOracle oracle) {
            this.oracle = oracle;
        }

        void add(int before, long now) {
            items.add(new Item(items.size(), before, now, clock++));
        }

        SampleUse acknowledge(int message, long now) {
            Item item = items.get(message);
            if (!item.pending) {
                return SampleUse.NONE;
            }
            item.pending = false;
            if (item.before > 0) {
                return SampleUse.NONE;
            }
            sampled = true;
            sampledAt = now;
            oracle.onAcknowledgement(new RttSample(now - item.dispatched.get(0), item.attempts(), false));
            return item.attempts() == 1 ? SampleUse.UNAMBIGUOUS : SampleUse.AMBIGUOUS;
        }

        SampleUse acknowledge(int message, long now, Echo echo) {
            Item item = items.get(message);
            if (!item.pending) {
                return SampleUse.NONE;
            }
            item.pending = false;
            if (echo.attempt() < 1 || echo.attempt() > item.attempts() || echo.heldNanos() < 0) {
                return SampleUse.REJECTED;
            }
            if (echo.attempt() <= item.before) {
                return SampleUse.NONE;
            }
            long rtt = now - item.dispatched.get(echo.attempt() - item.before - 1) - echo.heldNanos();
            if (rtt < 0) {
                return SampleUse.REJECTED;
            }
            sampled = true;
            sampledAt = now;
            oracle.onAcknowledgement(new RttSample(rtt, item.attempts(), true));
            return SampleUse.EXACT;
        }

        void resume(int message, long now) {
            Item item = items.get(message);
            if (item.pending && item.suspended) {
                item.since = now;
                item.entered = clock++;
            }
            item.suspended = false;
        }

        void postpone(int message) {
            Item item = items.get(message);
            if (item.pending) {
                item.dispatched.remove(item.dispatched.size() - 1);
                item.suspended = true;
            }
        }

        void restart(int message, long now) {
            Item item = items.get(message);
            if (item.pending && item.suspended) {
                item.dispatched.add(now);
            }
            resume(message, now);
        }

        int expire(long now) {
            told.clear();
            restarted.clear();
            for (Optional<Item> next = due(now); next.isPresent(); next = due(now)) {
                Item item = next.get();
                long dueAt = now + left(item, now);
                dueAt = sampled && sampledAt - dueAt > 0 ? sampledAt : dueAt;
                oracle.onTimeout(item.attempts());
                if (oracle.mayRestart(item.attempts())) {
                    item.dispatched.add(now);
                    item.since = now;
                    item.entered = clock++;
                    told.add("due " + dueAt);
                    told.add("restart " + item.number + "#" + item.attempts());
                    restarted.add(item.number);
                } else {
                    item.pending = false;
                    told.add("giveUp " + item.number + "#" + item.attempts());
                }
            }
            return (int) told.stream().filter(line -> !line.startsWith("due")).count();
        }

        long nanosUntilDue(long now) {
            return Math.max(
                    0, items.stream().mapToLong(item -> left(item, now)).min().orElse(Long.MAX_VALUE));
        }

        int size() {
            return (int) items.stream().filter(item -> item.pending).count();
        }

        Map<Integer, Integer> sizeByAttempt() {
            return items.stream()
                    .filter(item -> item.pending)
                    .collect(Collectors.toMap(item -> item.suspended ? 0 : item.attempts(), item -> 1, Integer::sum));
        }

        private Optional<Item> due(long now) {
            return items.stream()
                    .filter(item -> left(item, now) <= 0)
                    .min(Comparator.comparingLong((Item item) -> left(item, now))
                            .thenComparing(
                                    Comparator.comparingInt(Item::attempts).reversed())
                            .thenComparingLong(item -> item.entered));
        }

        private long left(Item item, long now) {
            long timeout = oracle.timeoutNanos(item.attempts());
            boolean waits = item.pending && !item.suspended && timeout != RetransmissionOracle.NEVER;
            return waits ? timeout - (now - item.since) : Long.MAX_VALUE;
        }
    }
}
