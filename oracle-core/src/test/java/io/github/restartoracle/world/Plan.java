package io.github.restartoracle.world;

import io.github.restartoracle.internal.inbound.Assurance;
import io.github.restartoracle.internal.inbound.RedeliveryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The parameters that a seed draws before its world begins: settings, and the kinds of faults that may occur (swarm
 * testing).
 */
final class Plan {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final List<String> ORACLES =
            List.of("canary", "canary", "canary", "jacobson-karn", "qest", "exponential-backoff", "fixed");

    /** Higher seeds draw worlds of everyday life: a service without a store restarts and forgets its sequences. */
    static final long EVERYDAY = 1_000_000_000;

    final String oracle;
    final int sources;
    final boolean inOrder;
    final boolean keepsCallerOrder;
    final int callers;
    final int maxInFlight;
    final int calls;
    final long bytes;
    final boolean sourceStore;
    final boolean nodeStore;
    /** True if the service does its work in the transaction that notes the delivery. */
    final boolean joined;

    final boolean echoes;
    /** True if the node delivers a message behind the one that its transmission names. */
    final boolean callersInOrder;

    final boolean tellsReceipt;
    final boolean proxy;
    final int room;
    final int threads;
    final RedeliveryPolicy policy;
    final long delayNanos;
    final double loss;
    final double serviceFails;
    final int retryAfterSeconds;
    final int sourceKills;
    final int nodeKills;
    final int pauses;
    final boolean operator;
    /**
     * The time after which a source gives up a message; zero for never. In order, later messages would wait for it for
     * ever.
     */
    final Duration giveUpAfter;

    final int suspensions;
    /** The number of times that the node, which has no store, dies and forgets all sequences. */
    final int forgets;
    /** True if a node that has forgotten a sequence answers without a fault, and acknowledges nothing. */
    final boolean forgetsSilently;
    /** The number of sequences that a source may have at the node. */
    final int sequencesOfSource;
    /** The time after which the node ends an idle sequence; zero for never. */
    final long idleNanos;
    /** The number of times that the node closes the sequence of each source. */
    final int closes;
    /** The time for which the node, as if it was starting, reports sequences as unknown that it knows; zero for never. */
    final long deniesForNanos;
    /** The time from which it does so with the first copy that comes. */
    final long deniesFromNanos;
    /** The time for which the callers of some calls wait for their numbers; 0 if no caller waits. */
    final long awaitsNanos;
    /** The time for which another call waits for a sequence to be created; zero for none. */
    final long firstCallNanos;
    /** The time at which each source closes its client, which makes no call from then on; never: Long.MAX_VALUE. */
    final long closesNanos;
    /** True if callers that wait for their numbers wait for the answers of the service as well. */
    final boolean answers;
    /** Tells which callers wait: each, or each third. */
    final int awaitsEach;
    /** True if the node answers one-way requests after their deliveries. */
    final boolean answersLast;
    /** True if the node counts messages as acknowledged before its store has them, as a store of CXF does. */
    final boolean countsFirst;

    final Assurance assurance;
    /** The number of answers that the node keeps. */
    final int keptAnswers;
    /** The room that the sources have together, as paths of one process; each has its own if that is 0. */
    final int sharedInFlight;
    /** True if no message moves that may have arrived. */
    final boolean atMostOnce;
    /** The number of messages of each source that are given up on purpose. */
    final int discards;
    /** True if acknowledgements come over connections of their own. */
    final boolean decoupled;
    /** The time after which a device on the path forgets an idle connection; zero for never. */
    final long forgetsIdleNanos;
    /** The end of all faults. */
    final long endNanos;
    /** The time of the last call; no later than the end of the last fault. */
    final long lastCallNanos;

    final List<WorldFault> faults = new ArrayList<>();

    /**
     * Draws a plan.
     *
     * @param seed of the world
     * @param chance draws all but what came later, so that seeds keep the rest of their plans
     */
    Plan(long seed, Chance chance) {
        boolean everyday = seed > EVERYDAY;
        Chance further = new Chance(~seed);
        Chance last = new Chance(Long.reverse(seed));
        oracle = chance.oneOf(ORACLES);
        sources = chance.from(1, 2);
        inOrder = chance.oneIn(2);
        keepsCallerOrder = chance.oneIn(2);
        callers = chance.from(1, 4);
        maxInFlight = chance.oneOf(List.of(1, 2, 8, 256));
        calls = chance.oneOf(everyday ? List.of(3, 12) : List.of(1, 3, 12, 40));
        bytes = chance.oneOf(List.of(500L, 2_000L, 100_000L));
        sourceStore = chance.oneIn(2) && !everyday;
        nodeStore = chance.oneIn(2) && !everyday;
        joined = chance.oneIn(2);
        boolean maybeEchoes = chance.oneIn(2);
        tellsReceipt = chance.oneIn(2);
        proxy = chance.oneIn(4);
        room = chance.oneOf(everyday ? List.of(1_000) : List.of(1, 4, 1_000));
        threads = chance.oneOf(List.of(1, 2, 8));
        policy = chance.oneOf(List.of(
                new RedeliveryPolicy(-1, 2_000, 1),
                new RedeliveryPolicy(-1, 500, 2),
                new RedeliveryPolicy(3, 1_000, 1),
                new RedeliveryPolicy(0, 30_000, 1)));
        delayNanos = chance.nanos(100, 300_000);
        loss = chance.oneOf(List.of(0.0, 0.0, 0.02, 0.2));
        serviceFails = chance.oneOf(everyday ? List.of(0.0) : List.of(0.0, 0.0, 0.1, 0.5));
        retryAfterSeconds = chance.oneOf(List.of(0, 1, 5, 30));
        sourceKills = sourceStore ? chance.oneOf(List.of(0, 0, 1, 3)) : 0;
        nodeKills = nodeStore ? chance.oneOf(List.of(0, 0, 1, 3)) : 0;
        pauses = everyday ? 0 : chance.oneOf(List.of(0, 0, 0, 2));
        operator = chance.oneIn(3);
        giveUpAfter = !inOrder && chance.oneIn(4) ? Duration.ofSeconds(chance.from(1, 60)) : Duration.ZERO;
        suspensions = everyday ? 0 : chance.oneOf(List.of(0, 0, 0, 2));
        decoupled = chance.oneIn(4);
        forgetsIdleNanos = chance.oneOf(List.of(0L, 0L, 2 * SECOND, 60 * SECOND));
        boolean mayForget = !nodeStore && (everyday || further.oneIn(2));
        forgets = mayForget ? further.from(1, 3) : 0;
        forgetsSilently = mayForget && !decoupled && further.oneIn(2);
        idleNanos = further.oneIn(3) ? further.nanos(1_000_000, 120_000_000) : 0;
        closes = further.oneIn(3) ? further.from(1, 3) : 0;
        discards = further.oneIn(3) ? further.from(1, 3) : 0;
        // A node that forgets silently may have accepted any message.
        atMostOnce = !forgetsSilently && further.oneIn(3);
        endNanos = chance.nanos(1_000_000, 300_000_000);
        lastCallNanos = chance.oneIn(2) ? endNanos : Math.min(endNanos, chance.nanos(1_000, 60_000_000));
        Set<WorldFault.Kind> kinds = EnumSet.noneOf(WorldFault.Kind.class);
        for (WorldFault.Kind kind : WorldFault.Kind.values()) {
            boolean mayBe = kind != WorldFault.Kind.UNREADY || !decoupled;
            if (drawing(kind, chance, further).oneIn(4) && mayBe) {
                kinds.add(kind);
            }
        }
        for (WorldFault.Kind kind : kinds) {
            Chance drawing = drawing(kind, chance, further);
            int times = drawing.from(1, 3);
            for (int i = 0; i < times; i++) {
                long from = drawing.between(0, endNanos);
                faults.add(new WorldFault(kind, from, Math.min(endNanos, from + drawing.nanos(10_000, 120_000_000))));
            }
        }
        deniesForNanos = last.oneIn(3) ? last.nanos(10_000, 20_000_000) : 0;
        deniesFromNanos = last.between(0, endNanos);
        long maybeAwaitsNanos = last.oneIn(3) ? last.nanos(1_000, 60_000_000) : 0;
        boolean mayShare = sources == 2 && sourceKills == 0 && pauses == 0;
        closesNanos = last.oneIn(3) ? last.between(0, endNanos) : Long.MAX_VALUE;
        // A message of an earlier process may wait at the node for one that was given up, and is acknowledged with its
        // answer only.
        boolean maybeAnswers = maybeAwaitsNanos > 0 && !decoupled && last.oneIn(2);
        sharedInFlight = mayShare && last.oneIn(2) ? last.oneOf(List.of(1, 2, 8)) : 0;
        firstCallNanos = last.oneIn(2) ? last.nanos(1_000, 2_000_000) : 0;
        keptAnswers = last.oneOf(List.of(1, 100, 100));
        boolean twoWay = !decoupled && last.oneIn(4);
        awaitsNanos = twoWay ? last.nanos(1_000, 60_000_000) : maybeAwaitsNanos;
        answers = maybeAnswers || twoWay;
        echoes = maybeEchoes || (twoWay && last.oneIn(2));
        awaitsEach = answers && last.oneIn(2) ? 1 : 3;
        sequencesOfSource = idleNanos > 0 && last.oneIn(2) ? last.from(1, 3) : 1_000;
        answersLast = echoes && !nodeStore && last.oneIn(2);
        countsFirst = nodeStore && last.oneIn(2);
        assurance = last.oneOf(List.of(Assurance.EXACTLY_ONCE, Assurance.AT_LEAST_ONCE, Assurance.NONE));
        callersInOrder = echoes && !inOrder && last.oneIn(2);
    }

    private static Chance drawing(WorldFault.Kind kind, Chance chance, Chance further) {
        return kind.compareTo(WorldFault.Kind.NO_SEQUENCE) >= 0 ? further : chance;
    }

    /**
     * Returns whether the node may refuse a message again and again, for example because it is full of those behind a missing
     * one.
     */
    boolean refusesOften() {
        return room < calls * sources
                || faults.stream()
                        .anyMatch(fault ->
                                fault.kind() == WorldFault.Kind.BUSY || fault.kind() == WorldFault.Kind.DATABASE_DOWN);
    }

    /**
     * Returns whether each call may meet a node that has just forgotten its sequence, and be given up before that is known, or
     * before it is accepted in the next one, or because an attempt without an answer may have arrived.
     */
    boolean mayGiveUpEachCall() {
        return idleNanos > 0 && (atMostOnce || (!giveUpAfter.isZero() && (forgetsSilently || refusesOften())));
    }

    /** Returns whether the node may ever answer a message that it has not accepted. */
    boolean answersAnything() {
        return forgetsSilently || faults.stream().anyMatch(fault -> fault.kind() == WorldFault.Kind.UNREADY);
    }

    boolean holds(WorldFault.Kind kind, long sinceStartNanos) {
        for (WorldFault fault : faults) {
            if (fault.kind() == kind && fault.holds(sinceStartNanos)) {
                return true;
            }
        }
        return false;
    }

    boolean isCut(boolean there, long sinceStartNanos) {
        return holds(WorldFault.Kind.CUT, sinceStartNanos)
                || holds(there ? WorldFault.Kind.CUT_THERE : WorldFault.Kind.CUT_BACK, sinceStartNanos);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append(oracle).append(inOrder ? ", in order" : "").append(keepsCallerOrder ? ", order of callers" : "");
        text.append(", sources ")
                .append(sources)
                .append(", calls ")
                .append(calls)
                .append(" of ")
                .append(bytes);
        text.append(" bytes, in flight ").append(maxInFlight).append(", room ").append(room);
        text.append(", threads ").append(threads).append(", ").append(policy);
        text.append(sourceStore ? ", source store" : "").append(nodeStore ? ", node store" : "");
        text.append(joined ? ", joined" : "").append(echoes ? ", echoes" : "");
        text.append(tellsReceipt ? ", tells receipt" : "").append(proxy ? ", proxy" : "");
        text.append(", delay ").append(delayNanos / 1_000).append(" us, loss ").append(loss);
        text.append(", service fails ")
                .append(serviceFails)
                .append(", Retry-After ")
                .append(retryAfterSeconds);
        text.append(operator ? ", operator" : "").append(decoupled ? ", decoupled" : "");
        text.append(", given up after ")
                .append(giveUpAfter)
                .append(", suspended ")
                .append(suspensions);
        text.append(" times, connections forgotten after ")
                .append(forgetsIdleNanos / SECOND)
                .append(" s");
        text.append(", forgets ").append(forgets).append(forgetsSilently ? " silently" : "");
        text.append(", idle after ")
                .append(idleNanos / SECOND)
                .append(" s, at most ")
                .append(sequencesOfSource)
                .append(" sequences, closes ")
                .append(closes);
        text.append(", denies for ")
                .append(deniesForNanos / 1e9)
                .append(" s after ")
                .append(deniesFromNanos / 1e9);
        text.append(closesNanos == Long.MAX_VALUE ? "" : ", clients closed after " + closesNanos / 1e9);
        text.append(sharedInFlight == 0 ? "" : ", together in flight " + sharedInFlight);
        text.append(answersLast ? ", answers last" : "").append(countsFirst ? ", counts first" : "");
        text.append(", ").append(assurance).append(callersInOrder ? ", puts callers in order" : "");
        text.append(answers ? ", answers, of which " + keptAnswers + " are kept, each " + awaitsEach : "")
                .append(", first calls wait for ")
                .append(firstCallNanos / 1e9);
        text.append(", discards ").append(discards).append(atMostOnce ? ", at most once" : "");
        text.append(", kills ")
                .append(sourceKills)
                .append('+')
                .append(nodeKills)
                .append(", pauses ")
                .append(pauses);
        for (WorldFault fault : faults) {
            text.append("\n  ")
                    .append(fault.kind())
                    .append(" from ")
                    .append(fault.fromNanos() / 1e9)
                    .append(" to ");
            text.append(fault.toNanos() / 1e9);
        }
        return text.append("\n  calls until ")
                .append(lastCallNanos / (double) SECOND)
                .toString();
    }
}
