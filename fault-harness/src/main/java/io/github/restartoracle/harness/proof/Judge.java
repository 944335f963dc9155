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

/** Judges the faults of one direction. */
final class Judge {
    /** The greatest difference between the measured and the requested edge of a disruption. */
    static final Duration TOLERANCE = Duration.ofMillis(100);

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
    private final Direction direction;

    Judge(FaultSchedule requested, Evidence evidence, Direction direction) {
        this.requested = requested;
        this.evidence = evidence;
        this.direction = direction;
    }

    FaultVerdict judge(Fault fault) {
        Optional<RuleCount> count = evidence.count(fault, direction);
        if (fault.at().compareTo(evidence.length()) >= 0) {
            return verdict(
                    fault,
                    Outcome.NOT_APPLIED,
                    "a beginning at " + seconds(fault.at()),
                    "nothing, the run ended at " + seconds(evidence.length()),
                    "the length of the run");
        }
        if (count.isEmpty()) {
            return verdict(
                    fault,
                    Outcome.NOT_APPLIED,
                    "a rule for it",
                    "none: its counter was not found",
                    "that the injector installed its rules, and that nothing flushed them");
        }
        RuleCount counted = count.get();
        return fault.match(
                disruption -> evidence.probe(direction)
                        .map(probes -> judge(disruption, probes))
                        .orElseGet(() -> judgeByCount(disruption, counted, "dropped")),
                loss -> judge(loss, counted),
                drop -> judge(drop, counted),
                reset -> judgeByCount(reset, counted, "answered with a reset"));
    }

    private FaultVerdict judge(PacketDrop drop, RuleCount count) {
        return verdict(
                drop,
                count.dropped() > 0 ? Outcome.APPLIED : Outcome.UNDECIDED,
                "the loss of packet " + drop.position() + " of each connection",
                count.dropped() > 0
                        ? count.dropped() + " drops"
                        : "no drop: no connection got as far, among " + count.seen() + " packets",
                "that connections begin after the fault, and are long enough");
    }

    private FaultVerdict judge(RandomLoss loss, RuleCount count) {
        Outcome rule = judge(loss, count.dropped(), count.seen());
        String applied = rate(count.dropped(), count.seen(), "packets");
        Optional<ProbeFlow.Share> probes = evidence.probe(direction)
                .filter(p -> loss.window().every().isEmpty())
                .filter(p -> requested
                        .all(Disruption.class)
                        .noneMatch(d -> d.overlaps(loss) && d.direction().overlaps(direction)))
                .map(p -> p.share(loss.at(), end(loss)));
        Outcome flow = probes.map(s -> judge(loss, s.lost(), s.sent())).orElse(Outcome.UNDECIDED);
        if (probes.isPresent()) {
            applied += ", " + rate(probes.get().lost(), probes.get().sent(), "probes");
        }
        Outcome outcome = rule == Outcome.UNDECIDED ? flow : flow == Outcome.UNDECIDED ? rule : worse(rule, flow);
        return verdict(
                loss,
                outcome,
                String.format(Locale.ROOT, "%.3f %% loss", 100 * loss.probability()),
                applied + (outcome == Outcome.UNDECIDED ? ": too few to tell" : ""),
                "the fault's rule and counter, and that nothing else drops packets");
    }

    private static Outcome judge(RandomLoss loss, long lost, long sent) {
        double requested = loss.probability();
        if (!WilsonInterval.of(lost, sent, ALARM_SIGMAS).contains(requested)) {
            return Outcome.NOT_APPLIED;
        }
        boolean nothingWouldDo =
                requested > 0 && WilsonInterval.of(0, sent, ALARM_SIGMAS).contains(requested);
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

    private FaultVerdict judgeByCount(Fault fault, RuleCount count, String fate) {
        Outcome outcome = count.seen() == 0
                ? Outcome.UNDECIDED
                : count.seen() == count.dropped() ? Outcome.APPLIED : Outcome.NOT_APPLIED;
        String applied = count.seen() == 0
                ? "nothing was sent meanwhile"
                : count.dropped() + " of " + count.seen() + " packets " + fate;
        return verdict(fault, outcome, window(fault), applied, "the injector");
    }

    private FaultVerdict judge(Disruption disruption, ProbeFlow probes) {
        String check = "that the clock was not stepped, that the machine was not stalled, and the fault's rule";
        Duration looked = evidence.length().minus(SHORTEST_SEEN);
        List<Window.Span> spans = disruption.window().until(evidence.length()).stream()
                .filter(span -> span.from().compareTo(looked) <= 0)
                .toList();
        if (spans.isEmpty()) {
            String seen = seconds(evidence.length().minus(disruption.at()));
            return verdict(
                    disruption,
                    Outcome.UNDECIDED,
                    window(disruption),
                    "for " + seen + " until the run ended: too short to tell",
                    "the length of the run");
        }
        List<Found> found = spans.stream().map(span -> look(span, probes)).toList();
        Found worst = found.stream().max(Comparator.comparing(Found::outcome)).orElseThrow();
        long alike =
                found.stream().filter(each -> each.outcome() == worst.outcome()).count();
        String times = spans.size() == 1 ? "" : alike + " of " + spans.size() + " times like this: ";
        return verdict(disruption, worst.outcome(), window(disruption), times + worst.text(), check);
    }

    /** The evidence of the probes on one stretch of a disruption. */
    private record Found(Outcome outcome, String text) {}

    private Found look(Window.Span span, ProbeFlow probes) {
        Optional<ProbeFlow.Gap> longest = probes.longestGap(span.from(), span.to());
        if (longest.isEmpty()) {
            return new Found(Outcome.NOT_APPLIED, "nothing: the probe flow went on without a gap");
        }
        ProbeFlow.Gap gap = longest.get();
        Edge start = Edge.of(span.from(), gap.startEarliest(), gap.startLatest());
        Edge stop = Edge.of(span.to(), gap.endEarliest(), gap.endLatest());
        boolean endSeen = span.to().compareTo(evidence.length()) < 0;
        return new Found(
                endSeen ? worse(start.outcome(), stop.outcome()) : start.outcome(),
                "from " + start + (endSeen ? " to " + stop : " to the end of the run") + ", " + gap.lost()
                        + " probes lost");
    }

    private static Outcome worse(Outcome one, Outcome other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    /** One edge of a disruption: the two moments between which it was, and its distance from the requested moment. */
    private record Edge(Duration earliest, Duration latest, Duration error) {
        static Edge of(Duration requested, Duration earliest, Duration latest) {
            Duration error = requested.compareTo(earliest) < 0
                    ? earliest.minus(requested)
                    : requested.compareTo(latest) > 0 ? latest.minus(requested) : Duration.ZERO;
            return new Edge(earliest, latest, error);
        }

        Outcome outcome() {
            if (error.abs().compareTo(TOLERANCE) > 0) {
                return Outcome.NOT_APPLIED;
            }
            // An edge inside a stall of the sender could be anywhere in that stall.
            return latest.minus(earliest).compareTo(TOLERANCE.multipliedBy(2)) > 0
                    ? Outcome.UNDECIDED
                    : Outcome.APPLIED;
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%.3f..%.3f s", earliest.toNanos() / 1e9, latest.toNanos() / 1e9);
        }
    }

    private Duration end(Fault fault) {
        Duration end = fault.lasting().map(fault.at()::plus).orElse(evidence.length());
        return end.compareTo(evidence.length()) < 0 ? end : evidence.length();
    }

    private static String window(Fault fault) {
        return (fault instanceof Reset ? "resets from " : "a disruption from ")
                + seconds(fault.at())
                + fault.lasting().map(d -> " to " + seconds(fault.at().plus(d))).orElse(" to the end")
                + fault.window().every().map(d -> ", again every " + seconds(d)).orElse("");
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.3f s", duration.toNanos() / 1e9);
    }

    private FaultVerdict verdict(Fault fault, Outcome outcome, String requested, String applied, String check) {
        Optional<RuleCount> count = evidence.count(fault, direction);
        return new FaultVerdict(
                fault.notation(),
                direction,
                outcome,
                requested,
                applied,
                check,
                count.map(RuleCount::seen).orElse(-1L),
                count.map(RuleCount::dropped).orElse(-1L));
    }
}
