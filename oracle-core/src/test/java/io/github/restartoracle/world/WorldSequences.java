package io.github.restartoracle.world;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.call.Numbering.Place;
import io.github.restartoracle.internal.call.SequenceWait;
import io.github.restartoracle.internal.outbound.Applied;
import io.github.restartoracle.internal.outbound.Applied.Settled;
import io.github.restartoracle.internal.outbound.Message;
import io.github.restartoracle.internal.outbound.Message.Kind;
import io.github.restartoracle.internal.outbound.MessageState;
import io.github.restartoracle.internal.outbound.Path;
import io.github.restartoracle.internal.outbound.Sequence;
import io.github.restartoracle.internal.sequence.Resend;
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
import org.jspecify.annotations.Nullable;

/**
 * The sequences of a source, and its messages that wait for one. It does what production does with threads and requests: closes
 * the sequences that end, creates the next one when the node answers, and numbers what waits. Not thread-safe.
 */
final class WorldSequences {
    private final WorldSource source;
    private final World world;
    private final Path<WorldCall> path;
    private final TreeMap<Integer, Sequence<WorldCall>> opened = new TreeMap<>();
    private final SequenceWait<WorldCall, WorldCall> wait = new SequenceWait<>();
    /** The sequences that are closed since the node seemed to have forgotten them. */
    private final Set<Integer> doubted = new HashSet<>();

    /** The sequences that have ended without a message, and are not closed yet. */
    private final Set<Integer> ending = new HashSet<>();

    private final WorldCallers callers;
    private final WorldSteps steps;
    private final Consumer<Message<WorldCall>> transmits;
    private final Map<Integer, WorldNumbers> numbers = new HashMap<>();
    private int present;
    private boolean open;

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
        this.callers = new WorldCallers(source, path, wait, this);
        this.steps = new WorldSteps(source, path, wait, this, callers);
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
        source.store.waiting().forEach(callers::recover);
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

    boolean isOpen() {
        return open;
    }

    /** Returns whether sequences are to be closed before the next one is created. */
    boolean isEnding() {
        return !ending.isEmpty();
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
                if (!message.isKept()) {
                    source.forget(call);
                }
            }
        }
    }

    void recovered(WorldCall call) {
        call.recovered = true;
        call.suspendedIn = -1;
        // The last note may be lost, while later calls went on in another sequence.
        boolean givenUp = !source.store.givenUp(call).isEmpty();
        call.overtaken |= call.givenUp && !givenUp;
        call.givenUp = givenUp;
        // Its moves are not stored.
        call.movedNanos.clear();
        // It was acknowledged and is still stored.
        call.mayRepeat |= call.settled && !world.plan.atMostOnce;
        call.settled = false;
    }

    /** Makes a call. */
    void call(WorldCall call, int caller) {
        if (call.awaited) {
            callers.await(call);
        } else {
            callers.call(call, caller);
        }
    }

    /**
     * Gives a call a number in the present sequence, and transmits it.
     *
     * @param unordered true if the call goes before others, because it could not wait for them
     */
    void enter(WorldCall call, int caller, boolean unordered) {
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
        callers.write(
                call,
                () -> {
                    Sequence<WorldCall> in = Objects.requireNonNull(opened.get(sequence));
                    Message<WorldCall> message =
                            message(in, call, place.number()).from(caller).ordersItself();
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
            doubted.add(sequence(gap));
        }
        ending.add(sequence(gap));
        wait.end(gap);
        begin();
    }

    /** Returns the sequence of a message. That of its call is the former one until the call is stored. */
    int sequence(Message<WorldCall> message) {
        return opened.entrySet().stream()
                .filter(each -> each.getValue().identifier().equals(message.id().sequence()))
                .findFirst()
                .orElseThrow()
                .getKey();
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

    /** Takes steps for what waits. */
    void begin() {
        steps.begin();
    }

    /** Creates the present sequence, unless it is open. */
    void openNext() {
        if (!open) {
            world.node.create(key(present));
            callers.created();
            open();
            wait.created(world.time.nanoTime());
        }
    }

    /** Closes the sequence of a message; returns false if the node cannot do that yet. */
    boolean close(Message<WorldCall> gap) {
        int sequence = sequence(gap);
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
    void number(Message<WorldCall> message, Consumer<@Nullable String> end) {
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
                callers.unnumber(message);
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
        List<Long> ranges = answer.ranges();
        if (of == null || ranges == null) {
            return;
        }
        if (world.plan.echoes) {
            of.answersAreKept();
            of.callersAreInOrder(world.plan.callersInOrder);
        }
        if (answer.isFinal()) {
            source.isFinal(key.sequence(), ranges);
        }
        WorldWire.Echoed echoed = answer.echo();
        Applied<WorldCall> applied = of.acknowledge(
                ranges.stream().mapToLong(Long::longValue).toArray(),
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
        if (attempt != null
                && (echoed == null
                        || (ranges.size() < 2 * world.mostRanges
                                && echoed.echo().attempt() == attempt.number()))) {
            // An answer with an echo may leave ranges out.
            of.acknowledgedInAnswerTo(attempt, world.time.nanoTime());
        }
    }
}
