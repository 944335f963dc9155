package io.github.restartoracle.internal.inbound;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;

/** The receiving side of a sequence in virtual time, with its acts in words. Contents are names. */
final class InboundFixture {
    static final RedeliveryPolicy EACH_SECOND = new RedeliveryPolicy(-1, 1_000, 1);
    static final RedeliveryPolicy ONCE = new RedeliveryPolicy(0, 30_000, 1);

    final AcceptedSet numbers = new AcceptedSet();
    final Inbound<String> inbound;
    private final Room room = new Room(Integer.MAX_VALUE, Long.MAX_VALUE);
    /** The times of the checks to come. */
    final PriorityQueue<Long> looks = new PriorityQueue<>((a, b) -> Long.signum(a - b));
    /** The acts since they were taken last. */
    private final List<String> acts = new ArrayList<>();

    long nowNanos = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(1);
    private final long startNanos = nowNanos;

    private InboundFixture(boolean inOrder, Assurance assurance, int threads) {
        this.inbound = new Inbound<>(inOrder, assurance, threads, numbers);
    }

    static InboundFixture unordered(int threads) {
        return new InboundFixture(false, Assurance.EXACTLY_ONCE, threads);
    }

    static InboundFixture inOrder() {
        return of(true, Assurance.EXACTLY_ONCE);
    }

    static InboundFixture inOrderWithGaps() {
        return of(true, Assurance.AT_MOST_ONCE);
    }

    static InboundFixture of(boolean inOrder, Assurance assurance) {
        return new InboundFixture(inOrder, assurance, 8);
    }

    /** Returns a message that is here. */
    Received<String> here(long number) {
        return Objects.requireNonNull(inbound.get(number));
    }

    /** Adds a message that is being stored. */
    Received<String> arrive(long number) {
        return arrive(number, Received.Kind.ONE_WAY);
    }

    Received<String> arrive(long number, Received.Kind kind) {
        return Objects.requireNonNull(inbound.arrive(number, "m" + number, kind, room, 1));
    }

    /** Adds a message that was stored, and that its request still has. */
    Received<String> accept(long number) {
        return accept(arrive(number));
    }

    Received<String> accept(Received<String> arrived) {
        numbers.add(arrived.number());
        add(inbound.accepted(arrived, nowNanos));
        return arrived;
    }

    /** Adds a message that was stored, and that its request has handed over. */
    Received<String> deliver(long number) {
        Received<String> message = accept(number);
        add(inbound.handedOver(message, nowNanos));
        return message;
    }

    void acknowledged(long... earlier) {
        for (long number : earlier) {
            numbers.add(number);
        }
    }

    void end(Received<String> message, Outcome outcome) {
        end(message, outcome, EACH_SECOND);
    }

    void end(Received<String> message, Outcome outcome, RedeliveryPolicy policy) {
        add(inbound.ended(message, outcome, policy, nowNanos));
    }

    void leave(Received<String> message, Act.End end) {
        add(inbound.leave(message, end, nowNanos));
    }

    void add(List<Act<String>> more) {
        for (Act<String> act : more) {
            if (act instanceof Act.LookAt<String> check) {
                looks.add(check.nanos());
            } else {
                acts.add(describe(act));
            }
        }
    }

    private static String describe(Act<String> act) {
        if (act instanceof Act.Deliver<String> due) {
            return "deliver " + due.message().number();
        } else if (act instanceof Act.Note<String> due) {
            return "note " + due.message().number();
        } else if (act instanceof Act.GiveUp<String> due) {
            return "give up " + due.message().number();
        } else if (act instanceof Act.ListGivenUp<String> listed) {
            return "list " + listed.message().number();
        } else if (act instanceof Act.Release<String> left) {
            return left.end().name().toLowerCase(Locale.ROOT) + " "
                    + left.message().number();
        } else if (act instanceof Act.Resume<String> waited) {
            return "resume " + waited.request();
        }
        throw new IllegalArgumentException(act.toString());
    }

    /** Takes the acts since the last call. */
    List<String> acts() {
        List<String> taken = List.copyOf(acts);
        acts.clear();
        return taken;
    }

    /** Lets time pass, with a check at each announced moment and at no other. */
    List<String> runFor(long millis) {
        long endNanos = nowNanos + TimeUnit.MILLISECONDS.toNanos(millis);
        while (!looks.isEmpty() && looks.element() - endNanos <= 0) {
            nowNanos = looks.remove();
            int before = acts.size();
            add(inbound.look(nowNanos));
            for (int i = before; i < acts.size(); i++) {
                acts.set(i, acts.get(i) + "@" + TimeUnit.NANOSECONDS.toMillis(nowNanos - startNanos));
            }
        }
        nowNanos = endNanos;
        return acts();
    }

    /** Creates a request that waits, with a name. */
    static Runnable request(String name) {
        return new Runnable() {
            @Override
            public void run() {
                // Only its name is used.
            }

            @Override
            public String toString() {
                return name;
            }
        };
    }
}
