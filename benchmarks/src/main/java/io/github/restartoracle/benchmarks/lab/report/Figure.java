package io.github.restartoracle.benchmarks.lab.report;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A figure, independent of its output format: the page, which saves it as SVG and PNG, and the CSV are made of it. The constructor throws
 * {@link IllegalArgumentException} for a name that is no file name and for two series with one name and one form. Series of one
 * name and several forms, such as runs and their mean, share an entry in the legend.
 *
 * @param name of its files, without ending: lower-case letters, digits and hyphens; unique in a report
 * @param title shown above it
 * @param caption explains the figure and its error bars, below it; may be empty
 * @param x the horizontal axis
 * @param y the vertical axis
 * @param series in the order of the legend; series without points are left out
 * @param bands conditions that held from one x to another, such as a fault; drawn behind the series
 * @param levels values of y to compare with, such as a bound
 */
public record Figure(
        String name,
        String title,
        String caption,
        Axis x,
        Axis y,
        List<Series> series,
        List<Band> bands,
        List<Level> levels) {
    private static final Pattern NAME = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");

    public Figure {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("expected lower-case letters, digits and hyphens, was \"" + name + "\"");
        }
        series = series.stream().filter(one -> !one.points().isEmpty()).toList();
        bands = List.copyOf(bands);
        levels = List.copyOf(levels);
        Set<String> names = new HashSet<>();
        for (Series one : series) {
            if (!names.add(one.form() + " " + one.name())) {
                throw new IllegalArgumentException(name + ": two series are called \"" + one.name() + "\"");
            }
        }
    }

    /** Returns a figure of series alone, without bands and levels. */
    public static Figure of(String name, String title, String caption, Axis x, Axis y, List<Series> series) {
        return new Figure(name, title, caption, x, y, series, List.of(), List.of());
    }

    /** Returns this figure with other bands. */
    public Figure withBands(List<Band> others) {
        return new Figure(name, title, caption, x, y, series, others, levels);
    }

    /** Returns this figure with other levels. */
    public Figure withLevels(List<Level> others) {
        return new Figure(name, title, caption, x, y, series, bands, others);
    }

    /** Returns a text as a part of the name of a figure: other characters than letters and digits are hyphens. */
    public static String fileName(String text) {
        return text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("-$", "");
    }

    /** Returns whether the figure has a visible point. */
    boolean drawable() {
        return series.stream().flatMap(one -> one.points().stream()).anyMatch(this::shows);
    }

    boolean shows(Point point) {
        return x.shows(point.x()) && y.shows(point.y());
    }

    /** The values that an axis shows. */
    public enum Range {
        /** From 0 to the largest. */
        FROM_ZERO,
        /** From the least to the largest. */
        OF_DATA,
        /** The same with a logarithmic scale; values that are not more than 0 are left out. */
        LOGARITHMIC
    }

    /**
     * An axis.
     *
     * @param title quantity and unit
     * @param range the values that it shows
     */
    public record Axis(String title, Range range) {
        /** Returns an axis that begins at 0. */
        public static Axis fromZero(String title) {
            return new Axis(title, Range.FROM_ZERO);
        }

        /** Returns an axis from the least to the largest value of the data. */
        public static Axis ofData(String title) {
            return new Axis(title, Range.OF_DATA);
        }

        /** Returns a logarithmic axis. */
        public static Axis logarithmic(String title) {
            return new Axis(title, Range.LOGARITHMIC);
        }

        boolean shows(double value) {
            return range != Range.LOGARITHMIC || value > 0;
        }
    }

    /** The way in which a series is drawn. */
    public enum Form {
        /** A filled marker for each point. */
        POINTS,
        /** A larger marker for each point: the means of another series. */
        MEANS,
        /** A hollow marker for each point: values to compare with. */
        HOLLOW,
        /** A line from point to point. */
        LINE,
        /** A broken line from point to point: values to compare with. */
        DASHED,
        /** A line that keeps its value to the next point. */
        STEPS;

        boolean line() {
            return this == LINE || this == DASHED || this == STEPS;
        }
    }

    /**
     * Points that belong together. The constructor throws {@link IllegalArgumentException} for a negative look.
     *
     * @param name in the legend
     * @param look colour and marker of the palette, 0 or more; the same in all figures for the same thing
     * @param form the way in which they are drawn
     * @param points in the order of the line
     */
    public record Series(String name, int look, Form form, List<Point> points) {
        public Series {
            points = List.copyOf(points);
            if (look < 0) {
                throw new IllegalArgumentException("look must not be negative, was " + look);
            }
        }
    }

    /**
     * One value. The constructor throws {@link IllegalArgumentException} for coordinates that are not finite.
     *
     * @param x in the unit of the axis
     * @param y in the unit of the axis
     * @param xError half-width of the bar along x; 0 for none
     * @param yError half-width of the bar along y; 0 for none
     * @param label further text of the tooltip, such as the run; may be empty
     */
    public record Point(double x, double y, double xError, double yError, String label) {
        public Point {
            if (!Double.isFinite(x) || !Double.isFinite(y)) {
                throw new IllegalArgumentException("coordinates must be finite, were " + x + " and " + y);
            }
            xError = Double.isFinite(xError) ? Math.abs(xError) : 0;
            yError = Double.isFinite(yError) ? Math.abs(yError) : 0;
        }

        /** Returns a point without bars. */
        public static Point of(double x, double y) {
            return new Point(x, y, 0, 0, "");
        }
    }

    /**
     * A condition that held for a while.
     *
     * @param from on the x axis
     * @param to on the x axis, after {@code from}
     * @param label such as the fault
     */
    public record Band(double from, double to, String label) {}

    /**
     * A value to compare with.
     *
     * @param y on the y axis
     * @param label the name of the value
     */
    public record Level(double y, String label) {}
}
