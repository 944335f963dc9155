package io.github.restartoracle.world;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.SequenceRefusedException.Code;
import io.github.restartoracle.internal.inbound.Act;
import io.github.restartoracle.internal.inbound.Inbound;
import io.github.restartoracle.internal.inbound.Received;
import io.github.restartoracle.internal.inbound.Room;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The decisions of one life of the node on the messages that arrive, and their acknowledgements. Not thread-safe. */
final class WorldArrivals {
    /** A copy of a message that came at a time. */
    private record Copy(
            WorldInbox inbox,
            WorldCall call,
            long number,
            Attempt attempt,
            long sinceNanos,
            Consumer<WorldWire.Answer> reply) {}

    private final WorldNode node;
    private final World world;
    private final Room room;
    private final WorldRequests requests;

    WorldArrivals(WorldNode node) {
        this.node = node;
        this.world = node.world;
        this.room = new Room(world.plan.room, Long.MAX_VALUE);
        this.requests = new WorldRequests(node, this::decide);
    }

    /** Takes a copy of a message of a sequence that exists. */
    void receive(WorldInbox inbox, WorldCall call, long number, Attempt attempt, Consumer<WorldWire.Answer> reply) {
        if (node.isAwaited(call) && world.plan.echoes) {
            requests.receive(inbox, call, number, attempt, reply);
        } else {
            decide(inbox, call, number, attempt, reply);
        }
    }

    private void decide(
            WorldInbox inbox, WorldCall call, long number, Attempt attempt, Consumer<WorldWire.Answer> reply) {
        decide(new Copy(inbox, call, number, attempt, world.time.nanoTime(), reply));
    }

    private void decide(Copy copy) {
        WorldInbox inbox = copy.inbox();
        switch (inbox.inbound.decide(copy.number(), after(copy), kind(copy.call()))) {
            case NEW -> {
                requireOrder(copy);
                accept(copy);
            }
            case COPY -> acknowledgeAgain(copy);
            case BESIDE -> {
                acknowledgeAgain(copy);
                if (room.take(1, false)) {
                    inbox.deliverBeside(copy.call(), room);
                }
            }
            case BUSY, EARLY -> await(copy);
            case CLOSED -> copy.reply().accept(WorldWire.Answer.refused(Code.CLOSED));
            case LATE -> throw new IllegalStateException("not for a message that must not be left out");
        }
    }

    /** Returns the message of the same caller for which a copy still waits; 0 if it waits for none. */
    private long after(Copy copy) {
        long after = world.plan.callersInOrder && !node.isAwaited(copy.call())
                ? copy.attempt().after()
                : 0;
        return patience(copy, after) > 0 ? after : 0;
    }

    private long patience(Copy copy, long after) {
        Inbound<WorldCall> inbound = copy.inbox().inbound;
        return inbound.requests()
                .patienceNanos(after, inbound.get(after) != null, copy.sinceNanos(), world.time.nanoTime());
    }

    /** Requires that the message before it of the same caller has been delivered once, or that this one has waited long enough. */
    private void requireOrder(Copy copy) {
        WorldInbox inbox = copy.inbox();
        long after = after(copy);
        world.require(
                after == 0
                        || inbox.inbound.isSuspended()
                        || inbox.wasTried(after)
                        || (!inbox.isAcceptedHere(after) && inbox.acknowledged.contains(after)),
                () -> copy.call() + " is accepted before the message " + after + " of its caller is delivered");
        if (after > 0) {
            world.visits.note(Visits.FOLLOWED);
        }
    }

    private void acknowledgeAgain(Copy copy) {
        copy.inbox().copied(copy.number(), copy.call());
        acknowledge(copy.inbox(), copy.number(), copy.reply());
    }

    private void await(Copy copy) {
        world.trace(() -> copy.call() + " #" + copy.attempt().number() + " waits at the node");
        Inbound<WorldCall> inbound = copy.inbox().inbound;
        long after = after(copy);
        long left = patience(copy, after);
        if (left <= 0) {
            copy.reply().accept(WorldNode.refusal(0));
            return;
        }
        boolean[] resumed = new boolean[1];
        Runnable request = () -> {
            resumed[0] = true;
            node.after(world.chance.nanos(1, 1_000), () -> decide(copy));
        };
        inbound.requests().add(copy.number(), after, kind(copy.call()), request);
        node.after(left, () -> {
            if (!resumed[0]) {
                inbound.requests().remove(copy.number(), request);
                decide(copy);
            }
        });
    }

    private void accept(Copy copy) {
        WorldInbox inbox = copy.inbox();
        Received<WorldCall> message = inbox.inbound.arrive(copy.number(), copy.call(), kind(copy.call()), room, 1);
        if (message == null) {
            copy.reply().accept(WorldNode.refusal(1));
            return;
        }
        if (world.plan.countsFirst) {
            inbox.count(message, true);
        }
        node.after(world.chance.nanos(10, 50_000), () -> {
            WorldInbox.Stored stored = inbox.store(message);
            if (stored == WorldInbox.Stored.YES) {
                stored(copy, message);
            } else {
                world.trace(() -> copy.call() + " #" + copy.attempt().number() + " cannot be stored");
                inbox.acknowledged.remove(copy.number());
                inbox.change((inbound, now) -> inbound.leave(message, Act.End.REJECTED, now));
                copy.reply().accept(WorldNode.refusal(stored == WorldInbox.Stored.NO ? 1 : 0));
            }
        });
    }

    private void stored(Copy copy, Received<WorldCall> message) {
        WorldInbox inbox = copy.inbox();
        boolean answered = node.isAwaited(copy.call());
        boolean last = !answered && world.plan.answersLast && inbox.inbound.mayAnswerLast(copy.number());
        inbox.count(message, last);
        inbox.accepted(message, copy.attempt().number(), copy.sinceNanos(), last);
        if (last) {
            inbox.deliverFirst(message, () -> acknowledge(inbox, copy.number(), copy.reply()));
        } else if (answered) {
            invoke(inbox, message, copy.reply());
        } else {
            acknowledge(inbox, copy.number(), copy.reply());
            node.after(
                    world.chance.nanos(1, 2_000),
                    () -> inbox.change((inbound, now) -> inbound.handedOver(message, now)));
        }
    }

    /** Delivers a message in its request, which is answered after that. */
    private void invoke(WorldInbox inbox, Received<WorldCall> message, Consumer<WorldWire.Answer> reply) {
        long number = message.number();
        requests.invoked(inbox, number);
        inbox.invoke(
                message,
                () -> acknowledge(inbox, number, acknowledgement -> {
                    WorldWire.Answer answer = acknowledgement.to(message.content());
                    requests.answered(inbox, number, answer);
                    reply.accept(answer);
                }));
    }

    private Received.Kind kind(WorldCall call) {
        return node.isAwaited(call) ? Received.Kind.ANSWERED : Received.Kind.ONE_WAY;
    }

    private void acknowledge(WorldInbox inbox, long number, Consumer<WorldWire.Answer> reply) {
        if (world.plan.decoupled) {
            reply.accept(WorldNode.empty());
            node.after(
                    world.chance.nanos(1_000, 2_000_000), () -> world.acknowledge(inbox.key, inbox.acknowledgement()));
            return;
        }
        boolean last = inbox.acknowledged.isClosed();
        List<Long> ranges = last ? inbox.ranges() : around(inbox.ranges(), number);
        reply.accept(
                world.plan.echoes
                        ? new WorldWire.Answer(WorldNode.ACCEPTED, ranges, 0, inbox.echo(number)).withFinal(last)
                        : inbox.acknowledgement());
    }

    /**
     * Returns the lowest range, and those that follow the one with a number, as a destination sends them to a source with a
     * restart oracle.
     */
    private List<Long> around(List<Long> ranges, long number) {
        int first = 0;
        while (first + 3 < ranges.size() && ranges.get(first + 1) < number) {
            first += 2;
        }
        if (ranges.size() <= 2 * world.mostRanges || first == 0) {
            return ranges;
        }
        List<Long> some = new ArrayList<>(ranges.subList(0, 2));
        some.addAll(ranges.subList(first, Math.min(ranges.size(), first + 2 * (world.mostRanges - 1))));
        return some;
    }
}
