package io.github.restartoracle.benchmarks.studies.oracles;

import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import io.github.restartoracle.benchmarks.lab.suite.PrintedItem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Figure 8: the ETT of the messages of a disruption by mail, the late part included. The curves are means over runs, as the
 * paper's are smoothed.
 */
final class SawTooth {
    /** The number of messages over which a curve is smoothed. */
    private static final int SMOOTH = 20;
    /** The least fall of a curve after a peak, seconds. */
    private static final double FALL = 8;

    private final ScenarioResult result;

    SawTooth(ScenarioResult result) {
        this.result = result;
    }

    private double[] curve(String oracle) {
        List<Double> raw = result.cell(oracle).orElseThrow().ettByMessage();
        double[] smooth = new double[raw.size()];
        for (int i = 0; i < smooth.length; i++) {
            int from = Math.max(0, i - SMOOTH / 2);
            int to = Math.min(raw.size(), i + SMOOTH / 2);
            smooth[i] = raw.subList(from, to).stream()
                    .mapToDouble(Double::doubleValue)
                    .filter(Double::isFinite)
                    .average()
                    .orElse(0);
        }
        return smooth;
    }

    /** Returns the messages at which a curve is highest before it falls. */
    private static List<Integer> peaks(double... curve) {
        List<Integer> peaks = new ArrayList<>();
        int top = 0;
        int bottom = 0;
        boolean rising = true;
        for (int i = 1; i < curve.length; i++) {
            if (rising) {
                top = curve[i] > curve[top] ? i : top;
                if (curve[i] < curve[top] - FALL) {
                    peaks.add(top);
                    rising = false;
                    bottom = i;
                }
            } else {
                bottom = curve[i] < curve[bottom] ? i : bottom;
                if (curve[i] > curve[bottom] + FALL) {
                    rising = true;
                    top = i;
                }
            }
        }
        return peaks;
    }

    private static String text(List<Integer> peaks, double... curve) {
        StringBuilder text = new StringBuilder(peaks.size() + " peaks");
        peaks.forEach(peak -> text.append(String.format(Locale.ROOT, ", %.0f s at message %d", curve[peak], peak + 1)));
        return text.toString();
    }

    List<PrintedItem> items() {
        double[] none = curve("none");
        List<Integer> noRestart = peaks(none);
        List<PrintedItem> items = new ArrayList<>();
        items.add(PrintedItem.of(
                "Figure 8: no restart", "a saw-tooth of two peaks", text(noRestart, none), noRestart.size() == 2));
        int second = noRestart.isEmpty() ? 0 : noRestart.get(noRestart.size() - 1);
        int late = second + SMOOTH;
        for (String oracle : List.of("fixed", "exponential-backoff")) {
            double[] curve = curve(oracle);
            double gain = none[second] - curve[second];
            double height = highest(late, curve);
            long width =
                    Arrays.stream(curve).skip(late).filter(ett -> ett > FALL).count();
            items.add(PrintedItem.of(
                    "Figure 8: " + oracle + " at the last peak of no restart",
                    "about 80 s faster",
                    String.format(Locale.ROOT, "%.0f s faster", gain),
                    Math.abs(gain - 80) <= 8));
            items.add(PrintedItem.of(
                    "Figure 8: " + oracle + " afterwards",
                    "at least one more peak of about 40 s, about 120 messages wide",
                    String.format(Locale.ROOT, "at most %.0f s, %d messages above %.0f s", height, width, FALL),
                    Math.abs(height - 40) <= 8 && Math.abs(width - 120) <= 24));
        }
        double[] qest = curve("qest");
        double lateQest = highest(late, qest);
        items.add(PrintedItem.of(
                "Figure 8: QEST at the last peak of no restart",
                "about 70 s",
                String.format(Locale.ROOT, "%.0f s", qest[second]),
                Math.abs(qest[second] - 70) <= 7));
        items.add(PrintedItem.of(
                "Figure 8: QEST afterwards",
                "no delays of later messages",
                String.format(Locale.ROOT, "at most %.0f s", lateQest),
                lateQest < FALL));
        return items;
    }

    private static double highest(int from, double... curve) {
        return Arrays.stream(curve).skip(from).max().orElse(0);
    }
}
