package io.github.restartoracle.world;

import java.util.ArrayList;
import java.util.List;

/** Schedules what a world's {@link Plan} draws: calls, kills, pauses, suspensions, ends of sequences and clients, and retries. */
final class WorldSchedule {
    private static final int RETRIES = 3;

    private final World world;
    private final Plan plan;
    private final Chance chance;
    private final WorldTime time;

    WorldSchedule(World world) {
        this.world = world;
        this.plan = world.plan;
        this.chance = world.chance;
        this.time = world.time;
    }

    /** Schedules everything that is planned. */
    void begin() {
        calls();
        processes();
        suspensions();
        ends();
        if (plan.closesNanos != Long.MAX_VALUE) {
            world.sources.forEach(source -> time.after(plan.closesNanos, () -> source.after(0, source::close)));
        }
        if (plan.operator) {
            for (int i = 0; i < RETRIES; i++) {
                time.after(chance.between(0, plan.endNanos), this::operate);
            }
        }
    }

    private void operate() {
        if (world.node.isUp()) {
            world.node.after(0, world.node::retryAll);
        }
        for (WorldSource source : world.sources) {
            if (source.isUp()) {
                source.after(0, source.operator::retryAll);
            }
        }
    }

    private void calls() {
        for (WorldSource source : world.sources) {
            for (int i = 0; i < plan.calls; i++) {
                WorldCall call = new WorldCall(source.index, i);
                int caller = chance.from(1, plan.callers);
                time.after(chance.between(0, plan.lastCallNanos), () -> call(source, call, caller));
            }
        }
    }

    /** Makes a call, unless its source is down or has closed its client. */
    void call(WorldSource source, WorldCall call, int caller) {
        if (source.isUp()) {
            source.after(0, () -> {
                if (!source.isClosed()) {
                    world.calls.add(call);
                    call.began = source.life();
                    call.calledNanos = time.sinceStart();
                    source.call(call, caller);
                }
            });
        }
    }

    private void processes() {
        List<VirtualProcess> all = new ArrayList<>(world.sources);
        for (WorldSource source : world.sources) {
            kills(source, plan.sourceKills);
        }
        kills(world.node, plan.nodeKills + plan.forgets);
        all.add(world.node);
        for (int i = 0; i < plan.pauses; i++) {
            VirtualProcess process = chance.oneOf(all);
            time.after(chance.between(0, plan.endNanos), () -> {
                long left = plan.endNanos - time.sinceStart();
                process.pause(Math.min(left, chance.nanos(10_000, 60_000_000)));
            });
        }
    }

    private void suspensions() {
        for (int i = 0; i < plan.suspensions; i++) {
            WorldSource source = chance.oneOf(world.sources);
            time.after(chance.between(0, plan.endNanos), () -> {
                long left = plan.endNanos - time.sinceStart();
                if (source.isUp()) {
                    source.after(0, () -> source.operator.suspend(Math.min(left, chance.nanos(10_000, 60_000_000))));
                }
            });
        }
    }

    private void ends() {
        for (WorldSource source : world.sources) {
            for (int i = 0; i < plan.closes; i++) {
                time.after(
                        chance.between(0, plan.endNanos),
                        () -> world.node.after(0, () -> world.node.closeLast(source.index)));
            }
            for (int i = 0; i < plan.discards; i++) {
                time.after(chance.between(0, plan.endNanos), () -> source.after(0, source.operator::giveUpOne));
            }
        }
    }

    private void kills(VirtualProcess process, int times) {
        for (int i = 0; i < times; i++) {
            time.after(chance.between(0, plan.endNanos), () -> {
                if (process.isUp()) {
                    process.kill();
                    time.after(chance.nanos(10_000, 20_000_000), process::start);
                }
            });
        }
    }
}
