package io.github.restartoracle.benchmarks.lab.simulator;

import io.github.restartoracle.benchmarks.lab.results.Estimate;
import io.github.restartoracle.benchmarks.lab.results.RunPoint;
import java.util.List;

/**
 * The number of runs that is enough: the 95 % interval of the mean ETT over runs must be narrow enough for every oracle. The
 * constructor throws {@link IllegalArgumentException} for values out of range.
 *
 * @param relative greatest half-width, as a share of the mean, more than 0
 * @param fewest runs before the first check, 2 or more, since an interval over few runs may be narrow by chance
 * @param most runs after which it ends in any case, not less than {@code fewest}
 */
public record Precision(double relative, int fewest, int most) {
    public Precision {
        if (!(relative > 0) || fewest < 2 || most < fewest) {
            throw new IllegalArgumentException(
                    "expected relative > 0 and 2 <= fewest <= most, was " + relative + ", " + fewest + ", " + most);
        }
    }

    /**
     * {@return a precision with 10 to 1000 runs}
     *
     * @param text a share such as {@code 2%}
     * @throws IllegalArgumentException if it is no share, or not more than 0
     */
    public static Precision parse(String text) {
        try {
            double percent = Double.parseDouble(text.replace("%", "").strip());
            if (text.endsWith("%") && percent > 0) {
                return new Precision(percent / 100, 10, 1000);
            }
        } catch (NumberFormatException notANumber) {
            // reported below
        }
        throw new IllegalArgumentException("precision = \"" + text + "\": expected a share such as 2%");
    }

    /** {@return true if the interval over these runs is narrow enough} */
    public boolean reached(List<RunPoint> points) {
        Estimate ett = Estimate.overRuns(points.stream()
                .mapToDouble(RunPoint::ettSeconds)
                .filter(Double::isFinite)
                .toArray());
        return ett.halfWidth().isPresent() && ett.halfWidth().getAsDouble() <= relative * ett.mean();
    }
}
