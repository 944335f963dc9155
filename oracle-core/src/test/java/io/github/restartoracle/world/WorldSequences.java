package io.github.restartoracle.world;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.call.EndedWaits;
import io.github.restartoracle.internal.call.Numbering.Place;
import io.github.restartoracle.internal.call.Patience;
import io.github.restartoracle.internal.call.SequenceStep;
import io.github.restartoracle.internal.call.SequenceWait;
import io.github.restartoracle.internal.outbound.Applied;
import io.github.restartoracle.internal.outbound.Applied.Settled;
import io.github.restartoracle.internal.outbound.Message;
import io.github.restartoracle.internal.outbound.Message.Kind;
import io.github.restartoracle.internal.outbound.MessageState;
import io.github.restartoracle.internal.outbound.Path;
import io.github.restartoracle.internal.outbound.Sequence;
import io.github.restartoracle.internal.sequence.Resend;
import io.github.restartoracle.status.MessageId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The sequences of a source, and its messages that wait for one. It does what production does with threads and requests: closes
 * the sequences that end, creates the next one when the node answers, and numbers what waits. Not thread-safe.
 */
final class WorldSequences {
    private static final long LEAST_PAUSE_NANOS = 250_000_000;

    private final WorldSource source;
    private final World world;
    private final Path<WorldCall> path;
    private final TreeMap<Integer, Sequence<WorldCall>> opened = new TreeMap<>();
    private final SequenceWait<WorldCall, WorldCall> wait = new SequenceWait<>();
    /** The sequences that are closed since the node seemed to have forgotten them. */
    private final Set<Integer> doubted = new HashSet<>();

    /** The sequences that have ended without a message, and are not closed yet. */
    private final Set<Integer> ending = new HashSet<>();

    private final Consumer<Message<WorldCall>> transmits;
    /** The reason why a caller waits no longer. */
    private enum Told {
        TURN,
        FAILURE,
        TIME
    }

    /** A caller that waits, with the number of sequences that were created before, and what it does after that. */
    private record Waiting(int created, boolean lasting, Consumer<Told> then) {}

    private final Map<WorldCall, Waiting> waiting = new HashMap<>();
    private int created;
    /** The callers for which a sequence was to be created. */
    private final Set<WorldCall> tried = new HashSet<>();

    /** The times at which messages could not be numbered last. */
    private final Map<Message<WorldCall>, Long> failures = new HashMap<>();

    private final Map<Integer, WorldNumbers> numbers = new HashMap<>();
    private int present;
    private boolean open;
    private long parked;

    /**
     * Creates sequences of a process that has begun.
     *
     * @param transmits takes each message that gets a number after it has waited
     */
    WorldSequences(WorldSource source, Path<WorldCall> path, Consumer<Message<WorldCall>> transmits) {
        this.source = source;
        this.world = source.world;
        this.path = path;
        this.transmits = transmits;
    }

    /** Takes over what an earlier process has stored. The first of all has a sequence that the node knows. */
    void begin(boolean first) {
        List<Integer> left = source.store.left();
        for (int sequence : left) {
            present = sequence;
            open();
            WorldStore.Kept kept = source.store.sequence(sequence);
            List<WorldCall> calls = source.store.calls(sequence);
            if (!kept.forsaken) {
                // A later sequence takes further calls, even if the node turns out to have forgotten this one.
                calls.forEach(call -> call.overtaken |= sequence < left.get(left.size() - 1));
            }
            open = !kept.forsaken
                    && !calls.stream()
                            .allMatch(call -> !source.store.givenUp(call).isEmpty());
        }
        present = open ? present : source.store.created();
        if (first) {
            open();
        }
        for (int sequence : left) {
            // Those that were given up come last: they may end their sequence, which depends on those behind them.
            source.store.calls(sequence).stream()
                    .sorted(Comparator.comparing(
                            call -> !source.store.givenUp(call).isEmpty()))
                    .forEach(this::recover);
        }
        source.store.waiting().forEach(this::recoverWaiting);
    }

    private WorldNode.Key key(int sequence) {
        return new WorldNode.Key(source.index, sequence);
    }

    private void open() {
        Resend resend = world.plan.atMostOnce ? Resend.UNSENT : Resend.ALL;
        Sequence<WorldCall> next = Sequence.open(path, key(present).toString(), world.plan.inOrder, resend)
                .orElseThrow();
        if (world.plan.answersAnything()) {
            next.acknowledgedInAnswers();
        }
        source.store.sequence(present);
        opened.put(present, next);
        open = true;
    }

    /** Returns the present sequence; null if there is none. */
    @Nullable
    Sequence<WorldCall> present() {
        return open ? opened() : null;
    }

    private Sequence<WorldCall> opened() {
        return Objects.requireNonNull(opened.get(present));
    }

    /** Returns all sequences that were opened. */
    Collection<Sequence<WorldCall>> all() {
        return opened.values();
    }

    /** Takes over a message that an earlier process has stored. */
    private void recover(WorldCall call) {
        recovered(call);
        Message<WorldCall> message = message(Objects.requireNonNull(opened.get(call.sequence)), call, call.number);
        path.add(message, world.time.nanoTime());
        if (source.store.sequence(call.sequence).forsaken) {
            // It may have been accepted before that; only its answer was missing.
            call.mayRepeat |= call.awaited && !world.plan.atMostOnce;
            path.forsake(message);
        }
        String givenUp = source.store.givenUp(call);
        if (givenUp.isEmpty()) {
            path.recover(message, world.time.nanoTime());
        } else {
            path.recoverGivenUp(message, givenUp, world.time.nanoTime());
            if (givenUp.equals(WorldStore.DISCARDED)) {
                path.withdraw(message, world.time.nanoTime());
            }
        }
    }

    private void recovered(WorldCall call) {
        call.recovered = true;
        call.suspendedIn = -1;
        // The last note may be lost.
        call.givenUp = !source.store.givenUp(call).isEmpty();
        // Its moves are not stored.
        call.movedNanos.clear();
        // It was acknowledged and is still stored.
        call.mayRepeat |= call.settled && !world.plan.atMostOnce;
        call.settled = false;
    }

    /** Takes over a call without a number that an earlier process has stored. */
    private void recoverWaiting(WorldCall call) {
        recovered(call);
        Message<WorldCall> message =
                Message.parked(path, call, world.plan.bytes).storedAs(line(call));
        path.parking().add(message, ++parked, world.time.nanoTime());
        call.waited = message;
        String givenUp = source.store.givenUp(call);
        if (givenUp.isEmpty()) {
            wait.addAgain(List.of(message));
            begin();
        } else {
            path.recoverGivenUp(message, givenUp, world.time.nanoTime());
        }
    }

    /** Returns the name of a call in the line of its process. */
    private static MessageId line(WorldCall call) {
        return new MessageId(MessageId.PARKED + ":" + call.life, call.turn);
    }

    /** Makes a call, whose message waits if there is no sequence, or others wait for one. */
    void call(WorldCall call, int caller) {
        if (open && wait.isFree()) {
            enter(call, caller, false);
        } else if (world.plan.firstCallNanos > 0 && wait.enter(call, Patience.BRIEF, 0)) {
            world.trace(() -> call + " waits for a moment");
            waiting.put(call, new Waiting(Integer.MAX_VALUE, true, told -> {
                if (open && wait.isFree()) {
                    enter(call, caller, false);
                } else {
                    write(call, () -> park(call, caller), () -> {});
                }
            }));
            source.after(world.plan.firstCallNanos, () -> {
                if (waiting.containsKey(call)) {
                    wait.late().forEach(late -> goOn(late, Told.FAILURE));
                    world.require(!waiting.containsKey(call), () -> call + " waits for longer than a moment");
                }
            });
            begin();
        } else {
            write(call, () -> park(call, caller), () -> {});
        }
    }

    /** Writes a call, which takes long when an interceptor does, and perhaps fails. */
    private void write(WorldCall call, Runnable then, Runnable otherwise) {
        boolean fails = world.mayFail() && world.chance.oneIn(50);
        source.after(world.chance.nanos(10, world.chance.oneIn(10) ? 5_000_000 : 3_000), () -> {
            if (fails) {
                source.fail(call, "an interceptor fails");
                otherwise.run();
            } else {
                then.run();
            }
        });
    }

    private void park(WorldCall call, int caller) {
        if (source.isDatabaseDown()) {
            source.fail(call, "the store is down");
            return;
        }
        call.turn = world.nextTurn();
        Message<WorldCall> message =
                Message.parked(path, call, world.plan.bytes).from(caller);
        path.parking().add(message, ++parked, world.time.nanoTime());
        world.require(wait.reserve(Integer.MAX_VALUE), () -> call + " cannot wait");
        call.life = source.life();
        source.store.add(call);
        if (world.plan.sourceStore) {
            message.storedAs(line(call));
        }
        wait.add(message);
        call.waited = message;
        world.trace(() -> call + " waits for a sequence");
        source.returns(call);
        begin();
    }

    /** Gives a call its number, behind those that were accepted before it, as soon as there is a sequence. */
    void await(WorldCall call) {
        call.turn = world.nextTurn();
        long endNanos = world.time.sinceStart() + world.plan.awaitsNanos;
        await(call, wait.accepted(), endNanos);
        source.after(world.plan.awaitsNanos, () -> {
            if (waiting.containsKey(call)) {
                wait.leave(call);
                goOn(call, Told.TIME);
            }
        });
    }

    private void await(WorldCall call, long before, long endNanos) {
        boolean turn = wait.isTurn(before);
        if (open && turn) {
            world.require(
                    wait.messages().stream().noneMatch(each -> each.payload().turn < call.turn),
                    () -> call + " goes before one that was accepted before it");
            enter(call, -call.id, false);
            return;
        }
        boolean lasting = call.id % 2 == 0;
        world.require(
                wait.enter(call, lasting ? Patience.LASTING : Patience.ONE_FAILURE, before),
                () -> call + " cannot wait");
        waiting.put(call, new Waiting(created, lasting, told -> {
            boolean now = wait.isTurn(before);
            world.require(now || told != Told.TURN, () -> call + " is told that its turn has come, which has not");
            world.require(!open || !now || told != Told.TIME, () -> call + " has waited for nothing");
            if (open) {
                enter(call, -call.id, !now);
            } else if (world.time.sinceStart() >= endNanos) {
                source.fail(call, "there is no sequence in time");
            } else {
                await(call, before, endNanos);
            }
        }));
        begin();
    }

    private void goOn(WorldCall call, Told told) {
        // If it waits again, that is for a step of its own.
        tried.remove(call);
        Objects.requireNonNull(waiting.remove(call)).then().accept(told);
    }

    private void tell(EndedWaits<WorldCall, WorldCall> ended) {
        for (WorldCall refused : ended.refused()) {
            waiting.remove(refused);
            source.fail(refused, "no sequence can be created");
        }
        ended.goOn().forEach(call -> goOn(call, Told.FAILURE));
        waiting.forEach((call, waits) -> world.require(
                (waits.lasting() || !tried.contains(call)) && waits.created() >= created,
                () -> call + " waits on though a step has failed"));
    }

    /**
     * Gives a call a number in the present sequence, and transmits it.
     *
     * @param unordered true if the call goes before others, because it could not wait for them
     */
    private void enter(WorldCall call, int caller, boolean unordered) {
        world.require(
                unordered || ending.isEmpty(),
                () -> call + " gets a number before these sequences are closed: " + ending);
        world.trace(() -> call + " enters sequence " + present + (unordered ? " before others" : ""));
        if (!call.awaited) {
            call.turn = world.nextTurn();
        }
        int sequence = present;
        WorldNumbers of = numbers(sequence);
        List<Message<WorldCall>> captured = new ArrayList<>(1);
        Place<WorldCall> place = of.enter(call, numbered -> {
            Message<WorldCall> message = captured.get(0);
            if (!numbered) {
                path.withdraw(message, world.time.nanoTime());
                source.fail(call, "the store is down");
                return;
            }
            world.trace(() -> call + " has its number, expected was " + message.number());
            path.renumber(message, call.number);
            source.returns(call);
            transmits.accept(message);
        });
        write(
                call,
                () -> {
                    Sequence<WorldCall> in = Objects.requireNonNull(opened.get(sequence));
                    Message<WorldCall> message =
                            message(in, call, place.number()).from(caller);
                    path.add(message, world.time.nanoTime());
                    captured.add(message);
                    of.store(place);
                },
                () -> of.leave(place));
    }

    private WorldNumbers numbers(int sequence) {
        return numbers.computeIfAbsent(sequence, absent -> new WorldNumbers(source, sequence));
    }

    private Message<WorldCall> message(Sequence<WorldCall> sequence, WorldCall call, long number) {
        Kind kind = world.plan.answers && call.awaited ? Kind.AWAITED : Kind.ONE_WAY;
        return sequence.message(number, call, world.plan.bytes, kind);
    }

    /** Has later messages use another sequence than one that was left. */
    void leave(String identifier) {
        if (open && identifier.equals(opened().identifier())) {
            open = false;
            present = source.store.created();
        }
    }

    /** Has the sequence of a message closed. One that is not given up is behind those that the node has accepted. */
    void end(Message<WorldCall> gap) {
        leave(gap.id().sequence());
        if (gap.state() != MessageState.GIVEN_UP) {
            doubted.add(gap.payload().sequence);
        }
        ending.add(gap.payload().sequence);
        wait.end(gap);
        begin();
    }

    /** Has messages wait, those behind the others of their sequence that had a lower number. */
    void park(List<Message<WorldCall>> messages) {
        for (Message<WorldCall> message : messages) {
            WorldCall call = message.payload();
            if (message != call.waited) {
                // Otherwise it was given up while it waited, and is retried.
                call.movedNanos.add(world.time.sinceStart());
                call.waited = message;
            }
        }
        wait.addAgain(messages);
        begin();
    }

    private void begin() {
        if (wait.begins()) {
            stepSoon();
        }
    }

    /** Takes the steps for those that wait, as soon as the node answers. Its answer to CloseSequence may take long. */
    private void stepSoon() {
        source.after(world.chance.nanos(1_000, ending.isEmpty() ? 1_000_000 : 20_000_000), () -> {
            SequenceStep<WorldCall, WorldCall> next = wait.next(world.time.nanoTime());
            if (next instanceof SequenceStep.Pause<WorldCall, WorldCall> pause) {
                source.after(pause.nanos(), () -> {
                    if (wait.resumes(pause)) {
                        stepSoon();
                    }
                });
            } else if (next != null) {
                if (next instanceof SequenceStep.Create<WorldCall, WorldCall> create) {
                    tried.add(create.caller());
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
            tell(wait.troubled(false));
            source.after(world.chance.nanos(1_000, 2_000_000), () -> take(step, times - 1));
        } else if (problem == null && step instanceof SequenceStep.GiveNumber<WorldCall, WorldCall> next) {
            if (wait.mayNumber()) {
                number(next.message(), failure -> taken(step, failure));
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
            wait.done(step).forEach(call -> goOn(call, Told.TURN));
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
            path.parking().giveUp(overdue.message(), overdue.limit() + ": " + problem, now);
        }
        wait.messages().stream()
                .findFirst()
                .ifPresent(first -> world.require(
                        world.plan.giveUpAfter.isZero() || now - first.sinceNanos() < world.plan.giveUpAfter.toNanos(),
                        () -> first.payload() + " waits for a sequence longer than it may"));
        wait.problem(problem);
        tell(ended);
    }

    /** Makes the request of a step; returns the reason why it has failed, null if there is none. */
    private @Nullable String request(SequenceStep<WorldCall, WorldCall> step) {
        if (step instanceof SequenceStep.End<WorldCall, WorldCall> end) {
            return isDown() || !close(end.gap().payload().sequence) ? "the node is down" : null;
        }
        if (!open && cannotCreate()) {
            return "the node creates no sequence";
        }
        openNext();
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

    private void openNext() {
        if (!open) {
            world.node.create(key(present));
            created++;
            open();
            wait.created(world.time.nanoTime());
        }
    }

    /** Closes a sequence; returns false if the node cannot do that yet. */
    private boolean close(int sequence) {
        WorldWire.Answer answer = world.node.close(key(sequence));
        if (answer == null) {
            return false;
        }
        acknowledged(key(sequence), answer, null);
        if (doubted.contains(sequence) || world.plan.refusesOften() || world.plan.answersAnything()) {
            world.node.overtaken(key(sequence));
        }
        ending.remove(sequence);
        Sequence<WorldCall> closed = Objects.requireNonNull(opened.get(sequence));
        closed.closed(world.time.nanoTime());
        if (closed.messages().stream().noneMatch(message -> message.state().isUnresolved())) {
            world.node.terminate(key(sequence));
        }
        source.release();
        return true;
    }

    /** Takes the answer of the service to a call. */
    private void answered(Sequence<WorldCall> of, WorldCall call) {
        world.trace(() -> call + " has its answer");
        call.answered = true;
        if (of.answered(call.number, call::equals)) {
            of
                    .acknowledge(
                            new long[] {call.number, call.number},
                            call.number,
                            world.time.nanoTime(),
                            world.time.nanoTime(),
                            number -> null)
                    .settled()
                    .stream()
                    .map(Settled::message)
                    .forEach(source::settled);
        }
    }

    /** Terminates all sequences, because their client has ended. */
    void end() {
        opened.keySet().forEach(sequence -> world.node.terminate(key(sequence)));
    }

    /** Gives a message that waits its number, in the present sequence, and then ends the step. */
    private void number(Message<WorldCall> message, Consumer<@Nullable String> end) {
        WorldCall call = message.payload();
        if (!path.parking().contains(message)) {
            end.accept(null);
            return;
        }
        world.require(ending.isEmpty(), () -> call + " gets a number before these sequences are closed: " + ending);
        world.moved(call);
        WorldNumbers of = numbers(present);
        Sequence<WorldCall> in = opened();
        Place<WorldCall> place = of.enter(call, numbered -> {
            if (!numbered) {
                path.parking().unnumber(message, ++parked);
                end.accept("the store is down");
                return;
            }
            path.renumber(message, call.number);
            transmits.accept(message);
            end.accept(null);
        });
        world.require(in.number(message, place.number()), () -> source.name + " cannot number a message that waits");
        of.store(place);
    }

    /** Takes an acknowledgement; returns the messages that it settles. */
    void acknowledged(WorldNode.Key key, WorldWire.Answer answer, @Nullable Attempt attempt) {
        Sequence<WorldCall> of = opened.get(key.sequence());
        if (of == null || (answer.ranges().isEmpty() && !answer.isFinal())) {
            return;
        }
        if (world.plan.echoes) {
            of.answersAreKept();
        }
        if (answer.isFinal()) {
            source.isFinal(key.sequence(), answer.ranges());
        }
        WorldWire.Echoed echoed = answer.echo();
        Applied<WorldCall> applied = of.acknowledge(
                answer.ranges().stream().mapToLong(Long::longValue).toArray(),
                answer.isFinal(),
                source.store.sequence(key.sequence()).lastNumber,
                world.time.nanoTime(),
                world.time.nanoTime(),
                number -> echoed != null && echoed.number() == number ? echoed.echo() : null,
                call -> !call.answered && !call.left && !call.equals(answer.answered()));
        applied.settled().stream().map(Settled::message).forEach(source::settled);
        WorldCall answered = answer.answered();
        if (answered != null) {
            answered(of, answered);
        }
        if (attempt != null && echoed == null) {
            // An answer with an echo leaves ranges out.
            of.acknowledgedInAnswerTo(attempt, world.time.nanoTime());
        }
    }
}
