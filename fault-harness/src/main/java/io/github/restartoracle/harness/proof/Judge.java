package io.github.restartoracle.harness.proof;

import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.Disruption;
import io.github.restartoracle.harness.fault.Fault;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.PacketDrop;
import io.github.restartoracle.harness.fault.RandomLoss;
import io.github.restartoracle.harness.fault.Reset;
import io.github.restartoracle.harness.fault.Window;
import io.github.restartoracle.harness.proof.FaultVerdict.Outcome;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Judges one fault in one direction. */
final class Judge {
    /** The greatest difference between the measured and the requested edge of a disruption. */
    private static final Duration TOLERANCE = Duration.ofMillis(100);

    /** The shortest disruption before the end of the run whose gap the probes can show. */
    private static final Duration SHORTEST_SEEN = Duration.ofMillis(500);

    /**
     * The number of standard deviations by which a rate may be off. A suite makes thousands of such comparisons and a false
     * alarm costs a whole run, so the limit is wide (6e-7); messages show the usual 99 % interval.
     */
    private static final double ALARM_SIGMAS = 5;

    private static final double SIGMAS_99 = 2.576;

    private final FaultSchedule requested;
    private final Evidence evidence;
    private final Fault fault;
    private final Direction direction;
    private final @Nullable RuleCount count;

    Judge(FaultSchedule requested, Evidence evidence, Fault fault, Direction direction) {
        this.requested = requested;
        this.evidence = evidence;
        this.fault = fault;
        this.direction = direction;
        this.count = evidence.count(fault, direction).orElse(null);
    }

    FaultVerdict judge() {
        if (fault.at().compareTo(evidence.length()) >= 0) {
            return verdict(
                    Outcome.NOT_APPLIED,
                    "a beginning at " + seconds(fault.at()),
                    "nothing, the run ended at " + seconds(evidence.length()),
                    "the length of the run");
        }
        if (count == null) {
            return verdict(
                    Outcome.NOT_APPLIED,
                    "a rule for it",
                    "none: its counter was not found",
                    "that the injector installed its rules, and that nothing flushed them");
        }
        long seen = count.seen();
        long dropped = count.dropped();
        return fault.match(
                disruption -> evidence.probe(direction)
                        .map(this::judgeByProbes)
                        .orElseGet(() -> judgeByCount(seen, dropped, "dropped")),
                loss -> judgeLoss(loss, seen, dropped),
                drop -> judgeDrop(drop, seen, dropped),
                reset -> judgeByCount(seen, dropped, "answered with a reset"));
    }

    private FaultVerdict judgeDrop(PacketDrop drop, long seen, long dropped) {
        return verdict(
                dropped > 0 ? Outcome.APPLIED : Outcome.UNDECIDED,
                "the loss of packet " + drop.position() + " of each connection",
                dropped > 0 ? dropped + " drops" : "no drop: no connection got as far, among " + seen + " packets",
                "that connections begin after the fault, and are long enough");
    }

    private FaultVerdict judgeLoss(RandomLoss loss, long seen, long dropped) {
        Outcome rule = rateOutcome(loss.probability(), dropped, seen);
        Outcome flow = Outcome.UNDECIDED;
        String applied = rate(dropped, seen, "packets");
        Optional<ProbeFlow> probes = evidence.probe(direction);
        boolean disrupted = requested
                .all(Disruption.class)
                .anyMatch(d -> d.overlaps(loss) && d.direction().overlaps(direction));
        if (probes.isPresent() && loss.window().every().isEmpty() && !disrupted) {
            Window.Span span = loss.window().until(evidence.length()).get(0);
            ProbeFlow.Share share = probes.get().share(span.from(), span.to());
            flow = rateOutcome(loss.probability(), share.lost(), share.sent());
            applied += ", " + rate(share.lost(), share.sent(), "probes");
        }
        Outcome outcome = rule == Outcome.UNDECIDED ? flow : flow == Outcome.UNDECIDED ? rule : worse(rule, flow);
        return verdict(
                outcome,
                String.format(Locale.ROOT, "%.3f %% loss", 100 * loss.probability()),
                applied + (outcome == Outcome.UNDECIDED ? ": too few to tell" : ""),
                "the fault's rule and counter, and that nothing else drops packets");
    }

    private static Outcome rateOutcome(double probability, long lost, long sent) {
        if (!WilsonInterval.of(lost, sent, ALARM_SIGMAS).contains(probability)) {
            return Outcome.NOT_APPLIED;
        }
        boolean nothingWouldDo =
                probability > 0 && WilsonInterval.of(0, sent, ALARM_SIGMAS).contains(probability);
        return nothingWouldDo || sent == 0 ? Outcome.UNDECIDED : Outcome.APPLIED;
    }

    private static String rate(long lost, long sent, String what) {
        WilsonInterval interval = WilsonInterval.of(lost, sent, SIGMAS_99);
        return String.format(
                Locale.ROOT,
                "%.3f %% (%d of %d %s, 99 %% interval %.3f to %.3f %%)",
                sent == 0 ? 0.0 : 100.0 * lost / sent,
                lost,
                sent,
                what,
                100 * interval.low(),
                100 * interval.high());
    }

    private FaultVerdict judgeByCount(long seen, long dropped, String fate) {
        if (seen == 0) {
            return verdict(Outcome.UNDECIDED, window(), "nothing was sent meanwhile", "the injector");
        }
        return verdict(
                seen == dropped ? Outcome.APPLIED : Outcome.NOT_APPLIED,
                window(),
                dropped + " of " + seen + " packets " + fate,
                "the injector");
    }

    private FaultVerdict judgeByProbes(ProbeFlow probes) {
        Duration looked = evidence.length().minus(SHORTEST_SEEN);
        List<Window.Span> spans = fault.window().until(evidence.length()).stream()
                .filter(span -> span.from().compareTo(looked) <= 0)
                .toList();
        if (spans.isEmpty()) {
            return verdict(
                    Outcome.UNDECIDED,
                    window(),
                    "for " + seconds(evidence.length().minus(fault.at())) + " until the run ended: too short to tell",
                    "the length of the run");
        }
        List<Found> found = spans.stream().map(span -> look(span, probes)).toList();
        Found worst = found.stream().max(Comparator.comparing(Found::outcome)).orElseThrow();
        long alike =
                found.stream().filter(each -> each.outcome() == worst.outcome()).count();
        String times = spans.size() == 1 ? "" : alike + " of " + spans.size() + " times like this: ";
        return verdict(
                worst.outcome(),
                window(),
                times + worst.text(),
                "that the clock was not stepped, that the machine was not stalled, and the fault's rule");
    }

    /** The evidence of the probes on one stretch of a disruption. */
    private record Found(Outcome outcome, String text) {}

    private Found look(Window.Span span, ProbeFlow probes) {
        Optional<ProbeFlow.Gap> longest = probes.longestGap(span.from(), span.to());
        if (longest.isEmpty()) {
            return new Found(Outcome.NOT_APPLIED, "nothing: the probe flow went on without a gap");
        }
        ProbeFlow.Gap gap = longest.get();
        Outcome start = edge(span.from(), gap.startEarliest(), gap.startLatest());
        String from = "from " + between(gap.startEarliest(), gap.startLatest());
        String lost = ", " + gap.lost() + " probes lost";
        if (span.to().compareTo(evidence.length()) >= 0) {
            return new Found(start, from + " to the end of the run" + lost);
        }
        Outcome stop = edge(span.to(), gap.endEarliest(), gap.endLatest());
        return new Found(worse(start, stop), from + " to " + between(gap.endEarliest(), gap.endLatest()) + lost);
    }

    /** Judges one edge of a disruption by the two moments between which it was. */
    private static Outcome edge(Duration requested, Duration earliest, Duration latest) {
        if (requested.plus(TOLERANCE).compareTo(earliest) < 0
                || requested.minus(TOLERANCE).compareTo(latest) > 0) {
            return Outcome.NOT_APPLIED;
        }
        // An edge inside a stall of the sender could be anywhere in that stall.
        return latest.minus(earliest).compareTo(TOLERANCE.multipliedBy(2)) > 0 ? Outcome.UNDECIDED : Outcome.APPLIED;
    }

    private static String between(Duration earliest, Duration latest) {
        return String.format(Locale.ROOT, "%.3f..%.3f s", earliest.toNanos() / 1e9, latest.toNanos() / 1e9);
    }

    private static Outcome worse(Outcome one, Outcome other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    private String window() {
        return (fault instanceof Reset ? "resets from " : "a disruption from ")
                + seconds(fault.at())
                + fault.lasting().map(d -> " to " + seconds(fault.at().plus(d))).orElse(" to the end")
                + fault.window().every().map(d -> ", again every " + seconds(d)).orElse("");
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.3f s", duration.toNanos() / 1e9);
    }

    private FaultVerdict verdict(Outcome outcome, String request, String applied, String check) {
        return new FaultVerdict(
                fault.notation(),
                direction,
                outcome,
                request,
                applied,
                check,
                count == null ? -1 : count.seen(),
                count == null ? -1 : count.dropped());
    }
}
