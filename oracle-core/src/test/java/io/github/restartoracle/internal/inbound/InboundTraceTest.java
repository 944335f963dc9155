package io.github.restartoracle.internal.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Tests events in any possible order, from seeds: checks the invariants after each, and that every transition is made at
 * least once.
 */
class InboundTraceTest {
    private static final int SEEDS = 400;
    private static final int EVENTS = 300;
    private static final int MOST_MESSAGES = 10;
    private static final List<Outcome.Kind> KINDS = List.of(Outcome.Kind.values());
    private static final Assurance[] ASSURANCES = Assurance.values();
    private static final List<RedeliveryPolicy> POLICIES = List.of(
            new RedeliveryPolicy(-1, 1_000, 1), new RedeliveryPolicy(2, 500, 2), new RedeliveryPolicy(0, 30_000, 1));

    private final Map<ReceivedState, Set<ReceivedState>> transitions = new EnumMap<>(ReceivedState.class);

    /** One sequence, and the threads that work for it. */
    private final class Trace {
        private final SplittableRandom random;
        private final boolean inOrder;
        private final int threads;
        private final AcceptedSet accepted = new AcceptedSet();
        private final Inbound<Long> inbound;
        private final RedeliveryPolicy policy;
        private final Room room = new Room(MOST_MESSAGES, 1_000);
        private final Map<Received<Long>, ReceivedState> states = new HashMap<>();
        private final List<Received<Long>> givenUp = new ArrayList<>();
        private final Set<Long> settled = new HashSet<>();
        private final Set<Long> looks = new HashSet<>();
        private long nowNanos = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(2);

        Trace(long seed) {
            random = new SplittableRandom(seed).split();
            inOrder = random.nextBoolean();
            threads = random.nextInt(1, 4);
            policy = POLICIES.get(random.nextInt(POLICIES.size()));
            inbound = new Inbound<>(inOrder, ASSURANCES[random.nextInt(ASSURANCES.length)], threads, accepted);
        }

        void run() {
            for (int i = 0; i < EVENTS; i++) {
                happen();
                inbound.all().forEach(this::see);
                check();
            }
            inbound.stop();
            for (int i = 0; i < MOST_MESSAGES; i++) {
                assertThat(room.take(1, false))
                        .as("all have given back their room")
                        .isTrue();
            }
            assertThat(room.take(1, false)).as("each has given back its own").isFalse();
        }

        private void happen() {
            List<Received<Long>> here = List.copyOf(inbound.all());
            if (here.isEmpty() || random.nextInt(4) == 0) {
                come(random.nextLong(1, 30));
            } else {
                act(here.get(random.nextInt(here.size())));
            }
        }

        private void come(long number) {
            boolean answered = random.nextInt(4) == 0;
            switch (random.nextInt(24)) {
                case 0 -> inbound.suspend();
                case 1 -> take(inbound.resume(nowNanos));
                case 2 -> {
                    nowNanos += TimeUnit.MILLISECONDS.toNanos(random.nextLong(1, 40_000));
                    take(inbound.look(nowNanos));
                }
                case 3 -> stop();
                case 4, 5 -> retry();
                case 6, 7 -> {
                    if (!settled.contains(number) && givenUp.stream().noneMatch(each -> each.number() == number)) {
                        accepted.add(number);
                        inbound.recover(number, number, nowNanos);
                        take(inbound.look(nowNanos));
                    }
                }
                default -> {
                    Received.Kind kind = !answered
                            ? Received.Kind.ONE_WAY
                            : random.nextBoolean() ? Received.Kind.ANSWERED : Received.Kind.TENTATIVE;
                    if (inbound.decide(number, 0, kind) == ArrivalDecision.NEW) {
                        Received<Long> message = inbound.arrive(number, number, kind, room, 1);
                        if (message != null) {
                            if (random.nextBoolean()) {
                                inbound.withhold(message);
                            }
                            see(message);
                        }
                    }
                }
            }
        }

        /** Stops the sequence. Later ends of its acts have no effect. */
        private void stop() {
            List<Received<Long>> left = List.copyOf(inbound.all());
            take(inbound.stop());
            assertThat(inbound.isEmpty()).isTrue();
            for (Received<Long> message : left) {
                assertThat(message.state()).isEqualTo(ReceivedState.GONE);
                assertThat(inbound.ended(message, Outcomes.failed("late"), policy, nowNanos))
                        .isEmpty();
                assertThat(inbound.postponed(message, nowNanos)).isEmpty();
                assertThat(inbound.givenUp(message, nowNanos)).isEmpty();
                assertThat(inbound.isEmpty()).isTrue();
            }
        }

        private void retry() {
            if (!givenUp.isEmpty()) {
                take(inbound.retry(givenUp.remove(random.nextInt(givenUp.size())), nowNanos));
            }
        }

        /** Lets one of the possible events of the message happen. */
        private void act(Received<Long> message) {
            switch (message.state()) {
                case ARRIVED -> {
                    if (random.nextInt(5) == 0) {
                        take(inbound.leave(message, Act.End.REJECTED, nowNanos));
                    } else {
                        accepted.add(message.number());
                        take(inbound.accepted(message, nowNanos));
                    }
                }
                case ACCEPTED -> {
                    if (message.kind() == Received.Kind.ONE_WAY && random.nextInt(4) > 0) {
                        take(inbound.handedOver(message, nowNanos));
                    } else {
                        end(message);
                    }
                }
                case RUNNING -> {
                    if (random.nextInt(6) == 0) {
                        take(inbound.postponed(message, nowNanos));
                    } else {
                        end(message);
                    }
                }
                case NOTING -> {
                    if (random.nextBoolean()) {
                        take(inbound.postponed(message, nowNanos));
                    } else {
                        settled.add(message.number());
                        take(inbound.leave(message, Act.End.SETTLED, nowNanos));
                    }
                }
                case GIVING_UP ->
                    take(
                            random.nextBoolean()
                                    ? inbound.postponed(message, nowNanos)
                                    : inbound.givenUp(message, nowNanos));
                case WAITING, DELIVERED, FAILED -> {
                    if (random.nextInt(8) == 0) {
                        settled.add(message.number());
                        take(inbound.leave(message, Act.End.SETTLED, nowNanos));
                    }
                }
                case GIVEN_UP, GONE -> throw new IllegalStateException(message.state() + " is not here");
            }
        }

        private void end(Received<Long> message) {
            Outcome.Kind kind = KINDS.get(random.nextInt(KINDS.size()));
            if (kind == Outcome.Kind.DELIVERED || kind == Outcome.Kind.TAKEN) {
                settled.add(message.number());
            }
            take(inbound.ended(message, new Outcome(kind, "on purpose"), policy, nowNanos));
        }

        private void take(List<Act<Long>> acts) {
            for (Act<Long> act : acts) {
                if (act instanceof Act.Deliver<Long> due) {
                    see(due.message());
                    assertThat(due.message().state()).isEqualTo(ReceivedState.RUNNING);
                    assertThat(inbound.isSuspended()).isFalse();
                    assertThat(settled)
                            .as("nothing is delivered after its end")
                            .doesNotContain(due.message().number());
                } else if (act instanceof Act.LookAt<Long> check) {
                    assertThat(check.nanos() - nowNanos)
                            .as("what is due was begun")
                            .isPositive();
                    looks.add(check.nanos());
                } else if (act instanceof Act.ListGivenUp<Long> listed) {
                    givenUp.add(listed.message());
                    see(listed.message());
                } else if (act instanceof Act.Release<Long> left) {
                    see(left.message());
                    assertThat(left.message().state()).isEqualTo(ReceivedState.GONE);
                }
            }
        }

        /**
         * Notes a transition. A message may have made two at once: the one between is that of a step that has begun at
         * once.
         */
        private void see(Received<Long> message) {
            ReceivedState former = states.put(message, message.state());
            ReceivedState next = message.state();
            if (former == null || former == next) {
                return;
            }
            if (former.mayBecome(next)) {
                transitions
                        .computeIfAbsent(former, key -> EnumSet.noneOf(ReceivedState.class))
                        .add(next);
                return;
            }
            boolean reachable = EnumSet.allOf(ReceivedState.class).stream()
                    .anyMatch(between -> former.mayBecome(between) && between.mayBecome(next));
            assertThat(reachable).as("%s to %s", former, next).isTrue();
            EnumSet.allOf(ReceivedState.class).stream()
                    .filter(between -> between.isTimed() && former.mayBecome(between) && between.begun() == next)
                    .forEach(between -> {
                        transitions
                                .computeIfAbsent(former, key -> EnumSet.noneOf(ReceivedState.class))
                                .add(between);
                        transitions
                                .computeIfAbsent(between, key -> EnumSet.noneOf(ReceivedState.class))
                                .add(next);
                    });
        }

        private void check() {
            long running = inbound.all().stream()
                    .filter(message -> message.state() == ReceivedState.RUNNING)
                    .count();
            assertThat(running).isLessThanOrEqualTo(inOrder ? 1 : threads);
            assertThat(inbound.withheld()).allMatch(number -> inbound.get(number) != null);
            looks.removeIf(check -> check - nowNanos <= 0);
            looks.stream()
                    .min((a, b) -> Long.signum(a - b))
                    .ifPresent(next -> assertThat(inbound.look(next - 1))
                            .as("nothing is due before")
                            .isEmpty());
            take(inbound.watch(nowNanos));
            assertThat(inbound.missedWakeUps()).isZero();
            assertThat(inbound.isBusy(nowNanos))
                    .isEqualTo(inbound.all().stream()
                            .anyMatch(message -> EnumSet.of(
                                            ReceivedState.RUNNING, ReceivedState.NOTING, ReceivedState.GIVING_UP)
                                    .contains(message.state())));
        }
    }

    @Test
    void shouldHoldItsPromisesWhateverHappensAndMakeEveryTransition() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Trace trace = new Trace(seed);
            try {
                trace.run();
            } catch (RuntimeException | AssertionError broken) {
                throw new AssertionError("seed " + seed, broken);
            }
        }
        for (ReceivedState from : ReceivedState.values()) {
            Set<ReceivedState> expected = EnumSet.noneOf(ReceivedState.class);
            EnumSet.allOf(ReceivedState.class).stream().filter(from::mayBecome).forEach(expected::add);
            if (from == ReceivedState.GIVEN_UP) {
                // The message is not here any more, but is discarded from the list.
                expected.remove(ReceivedState.GONE);
            }
            assertThat(transitions.getOrDefault(from, Set.of()))
                    .as("from %s", from)
                    .isEqualTo(expected);
        }
    }
}
