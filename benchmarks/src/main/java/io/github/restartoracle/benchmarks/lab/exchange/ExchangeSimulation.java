package io.github.restartoracle.benchmarks.lab.exchange;

import io.github.restartoracle.benchmarks.lab.exchange.RequestTimes.Paced;
import io.github.restartoracle.benchmarks.lab.exchange.RequestTimes.Sequential;
import io.github.restartoracle.benchmarks.lab.exchange.RequestTimes.Users;
import io.github.restartoracle.benchmarks.lab.simulator.net.KeyedRandom;
import io.github.restartoracle.benchmarks.lab.simulator.net.SimulatedLink;
import io.github.restartoracle.benchmarks.lab.simulator.net.VirtualTime;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.ConversationListener;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.Dialogue;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.Kernel;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.Network;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;

/**
 * Carries out a plan in virtual time: the same phases, link and faults as {@link ExchangeTestbed}, over the simulated TCP.
 * Hosts take no time. All connections of a plan share the link and its queue.
 *
 * <p>The random numbers of an exchange depend on seed, phase and number alone, so that they are the same in all variants of
 * TCP. Not thread-safe; confined to one run.
 */
public final class ExchangeSimulation {
    private final VirtualTime time = new VirtualTime();
    private final Network network;
    private final List<Exchange> done = new ArrayList<>();

    private ExchangeSimulation(LinkPlan plan, Kernel kernel, OptionalInt queueBytes, long seed) {
        SimulatedLink link = new SimulatedLink(plan.link(), plan.faults(), queueBytes, Optional.empty(), seed);
        this.network = new Network(time, link, kernel.tcp());
    }

    /**
     * {@return the exchanges of one phase of a plan, run to its end, in the order in which they ended}
     *
     * @param plan the plan
     * @param phase the number of the phase, from 0
     * @param kernel the variant of TCP at both ends
     * @param queueBytes size of the queue in front of the link; empty for an unlimited queue
     * @param seed of losses and jitter
     */
    public static List<Exchange> run(LinkPlan plan, int phase, Kernel kernel, OptionalInt queueBytes, long seed) {
        ExchangeSimulation simulation = new ExchangeSimulation(plan, kernel, queueBytes, seed);
        simulation.schedule(plan.phases().get(phase), KeyedRandom.of(seed, phase));
        simulation.time.run();
        return simulation.done;
    }

    private void schedule(ExchangePhase phase, long key) {
        long begin = phase.from().toNanos();
        if (phase.load() instanceof Sequential sequential) {
            time.at(begin, now -> one(phase, key, 0, sequential.count(), now));
        } else if (phase.load() instanceof Paced paced) {
            for (int i = 0; i < paced.count(); i++) {
                int number = i;
                long due = begin
                        + paced.first().plus(paced.interval().multipliedBy(i)).toNanos();
                time.at(due, now -> open(phase, phase.call(), key, number, end -> {}));
            }
        } else if (phase.load() instanceof Users users) {
            SplittableRandom seeds = new SplittableRandom(users.seed());
            int[] numbers = {0};
            for (int i = 0; i < users.count(); i++) {
                Surge surge = new Surge(seeds.split());
                pause(phase, key, surge, numbers, begin);
            }
        }
    }

    private void one(ExchangePhase phase, long key, int number, int count, long now) {
        if (number < count && now < phase.to().toNanos()) {
            open(phase, phase.call(), key, number, end -> one(phase, key, number + 1, count, end));
        }
    }

    private void pause(ExchangePhase phase, long key, Surge surge, int[] numbers, long from) {
        long due = from + surge.pauseNanos();
        if (due < phase.to().toNanos()) {
            time.at(due, now -> {
                Call call = phase.call().withResponseBytes(surge.responseBytes());
                open(phase, call, key, numbers[0]++, end -> pause(phase, key, surge, numbers, end));
            });
        }
    }

    private void open(ExchangePhase phase, Call call, long key, int number, LongConsumer whenOver) {
        Dialogue dialogue = Dialogue.http(call.requestBytes(), call.responseBytes(), call.processing());
        network.open(dialogue, true, KeyedRandom.of(key, number), new Listener(phase, call, number, whenOver));
    }

    private final class Listener implements ConversationListener {
        private final ExchangePhase phase;
        private final Call call;
        private final int number;
        private final LongConsumer whenOver;
        private final long start = time.nowNanos();
        private long connected;
        private long received;

        private Listener(ExchangePhase phase, Call call, int number, LongConsumer whenOver) {
            this.phase = phase;
            this.call = call;
            this.number = number;
            this.whenOver = whenOver;
        }

        @Override
        public void connected(long nowNanos) {
            connected = nowNanos;
        }

        @Override
        public void turnHeard(int turn, long nowNanos) {
            if (turn == 0) {
                received = nowNanos;
            } else {
                long answered = received + call.processing().toNanos();
                end(Optional.of(ResponseTimeParts.between(start, connected, received, answered, nowNanos)), nowNanos);
            }
        }

        @Override
        public void failed(long nowNanos) {
            end(Optional.empty(), nowNanos);
        }

        private void end(Optional<ResponseTimeParts> parts, long nowNanos) {
            done.add(new Exchange(
                    phase.label(), number, call.requestBytes(), call.responseBytes(), start, start, parts));
            whenOver.accept(nowNanos);
        }
    }
}
