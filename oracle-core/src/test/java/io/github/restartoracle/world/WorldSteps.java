package io.github.restartoracle.world;

import io.github.restartoracle.internal.call.EndedWaits;
import io.github.restartoracle.internal.call.SequenceStep;
import io.github.restartoracle.internal.call.SequenceWait;
import io.github.restartoracle.internal.outbound.Message;
import io.github.restartoracle.internal.outbound.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The steps that a source takes for its calls that wait for a sequence: each is a request to the node. Not thread-safe. */
final class WorldSteps {
    private static final long LEAST_PAUSE_NANOS = 250_000_000;

    private final WorldSource source;
    private final World world;
    private final Path<WorldCall> path;
    private final SequenceWait<WorldCall, WorldCall> wait;
    private final WorldSequences sequences;
    private final WorldCallers callers;

    /** The times at which messages could not be numbered last. */
    private final Map<Message<WorldCall>, Long> failures = new HashMap<>();

    WorldSteps(
            WorldSource source,
            Path<WorldCall> path,
            SequenceWait<WorldCall, WorldCall> wait,
            WorldSequences sequences,
            WorldCallers callers) {
        this.source = source;
        this.world = source.world;
        this.path = path;
        this.wait = wait;
        this.sequences = sequences;
        this.callers = callers;
    }

    /** Takes the steps that are due, unless they are being taken. */
    void begin() {
        if (wait.begins()) {
            stepSoon();
        }
    }

    /** Takes the steps for those that wait, as soon as the node answers. Its answer to CloseSequence may take long. */
    private void stepSoon() {
        source.after(world.chance.nanos(1_000, sequences.isEnding() ? 20_000_000 : 1_000_000), () -> {
            SequenceStep<WorldCall, WorldCall> next = wait.next(world.time.nanoTime());
            if (next instanceof SequenceStep.Pause<WorldCall, WorldCall> pause) {
                source.after(pause.nanos(), () -> {
                    if (wait.resumes(pause)) {
                        stepSoon();
                    }
                });
            } else if (next != null) {
                if (next instanceof SequenceStep.Create<WorldCall, WorldCall> create) {
                    callers.tries(create.caller());
                }
                take(next, world.chance.from(1, 3));
            }
        });
    }

    /** Takes a step. Its request is made several times while the node is down. */
    private void take(SequenceStep<WorldCall, WorldCall> step, int times) {
        String problem = request(step);
        boolean once = step instanceof SequenceStep.Create<WorldCall, WorldCall> create && !create.isBrief();
        if (problem != null && times > 1 && !once) {
            wait.problem(problem);
            callers.tell(wait.troubled(false));
            source.after(world.chance.nanos(1_000, 2_000_000), () -> take(step, times - 1));
        } else if (problem == null && step instanceof SequenceStep.GiveNumber<WorldCall, WorldCall> next) {
            if (wait.mayNumber()) {
                sequences.number(next.message(), failure -> taken(step, failure));
            } else {
                stepSoon();
            }
        } else {
            taken(step, problem);
        }
    }

    private void taken(SequenceStep<WorldCall, WorldCall> step, @Nullable String problem) {
        if (problem == null) {
            if (step instanceof SequenceStep.Create) {
                // What waits is tried again at once.
                failures.clear();
            }
            wait.done(step).forEach(call -> callers.goOn(call, WorldCallers.Told.TURN));
        } else {
            failed(step, problem);
        }
        stepSoon();
    }

    private void failed(SequenceStep<WorldCall, WorldCall> step, String problem) {
        long now = world.time.nanoTime();
        if (step instanceof SequenceStep.GiveNumber<WorldCall, WorldCall> number) {
            Long last = failures.put(number.message(), now);
            world.require(
                    last == null || now - last >= LEAST_PAUSE_NANOS,
                    () -> number.message().payload() + " is to be numbered again without a pause");
        }
        EndedWaits<WorldCall, WorldCall> ended =
                wait.failed(step, new SequenceWait.Failure(1, false, false), 0, world.plan.giveUpAfter, now);
        for (EndedWaits.Overdue<WorldCall> overdue : ended.overdue()) {
            // An operator may retry the message at once.
            failures.remove(overdue.message());
            path.parking().giveUp(overdue.message(), overdue.limit() + ": " + problem, now);
        }
        wait.messages().stream()
                .findFirst()
                .ifPresent(first -> world.require(
                        world.plan.giveUpAfter.isZero() || now - first.sinceNanos() < world.plan.giveUpAfter.toNanos(),
                        () -> first.payload() + " waits for a sequence longer than it may"));
        wait.problem(problem);
        callers.tell(ended);
    }

    /** Makes the request of a step; returns the reason why it has failed, null if there is none. */
    private @Nullable String request(SequenceStep<WorldCall, WorldCall> step) {
        if (step instanceof SequenceStep.End<WorldCall, WorldCall> end) {
            return isDown() || !sequences.close(end.gap()) ? "the node is down" : null;
        }
        if (!sequences.isOpen() && cannotCreate()) {
            return "the node creates no sequence";
        }
        sequences.openNext();
        return null;
    }

    private boolean cannotCreate() {
        return isDown() || world.holds(WorldFault.Kind.NO_SEQUENCE) || !world.node.admits(source.index);
    }

    private boolean isDown() {
        long now = world.time.sinceStart();
        return !world.node.isUp()
                || world.node.isPaused()
                || world.plan.isCut(true, now)
                || world.plan.isCut(false, now)
                || Stream.of(
                                WorldFault.Kind.REFUSE,
                                WorldFault.Kind.BUSY,
                                WorldFault.Kind.STALL,
                                WorldFault.Kind.UNREADY)
                        .anyMatch(world::holds);
    }
}
