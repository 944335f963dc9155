package io.github.restartoracle.benchmarks.lab.report;

import io.github.restartoracle.benchmarks.lab.report.Figure.Axis;
import io.github.restartoracle.benchmarks.lab.report.Figure.Band;
import io.github.restartoracle.benchmarks.lab.report.Figure.Form;
import io.github.restartoracle.benchmarks.lab.report.Figure.Level;
import io.github.restartoracle.benchmarks.lab.report.Figure.Point;
import io.github.restartoracle.benchmarks.lab.report.Figure.Range;
import io.github.restartoracle.benchmarks.lab.report.Figure.Series;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** A figure on white paper, for the files in the directory of the page. */
final class FigureDrawing {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 560;
    private static final int MARKS_ON_A_LINE = 12;
    private static final Color INK = new Color(0x1b1f24);
    private static final Color GRID = new Color(0xd0d7de);
    private static final Color BAND = new Color(0xcf, 0x22, 0x2e, 28);
    private static final Color BLANK = new Color(255, 255, 255, 0);
    private static final Marker[] MARKERS = {
        SeriesMarkers.CIRCLE,
        SeriesMarkers.SQUARE,
        SeriesMarkers.DIAMOND,
        SeriesMarkers.TRIANGLE_UP,
        SeriesMarkers.TRIANGLE_DOWN,
        SeriesMarkers.CROSS,
        SeriesMarkers.PLUS,
        SeriesMarkers.OVAL
    };

    private final Figure figure;
    private final XYChart chart;
    private int silent;

    private FigureDrawing(Figure figure) {
        this.figure = figure;
        this.chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(figure.title())
                .xAxisTitle(figure.x().title())
                .yAxisTitle(figure.y().title())
                .build();
    }

    /**
     * Draws a figure.
     *
     * @param figure with at least one point that its axes show
     */
    static XYChart of(Figure figure) {
        FigureDrawing drawing = new FigureDrawing(figure);
        drawing.style();
        figure.bands().forEach(drawing::band);
        figure.series().forEach(drawing::series);
        figure.levels().forEach(drawing::level);
        return drawing.chart;
    }

    private void style() {
        Font font = new Font(Font.SANS_SERIF, Font.PLAIN, 14);
        XYStyler styler = chart.getStyler();
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setChartFontColor(INK);
        styler.setChartTitleFont(font.deriveFont(Font.BOLD, 16f));
        styler.setChartTitleBoxVisible(false);
        styler.setLegendPosition(LegendPosition.OutsideS);
        styler.setLegendLayout(LegendLayout.Horizontal);
        styler.setLegendBorderColor(Color.WHITE);
        styler.setLegendFont(font);
        styler.setPlotBackgroundColor(Color.WHITE);
        styler.setPlotBorderColor(GRID);
        styler.setPlotGridLinesColor(GRID);
        styler.setAxisTitleFont(font);
        styler.setAxisTickLabelsFont(font);
        styler.setAxisTickLabelsColor(INK);
        styler.setAxisTickMarksColor(GRID);
        styler.setMarkerSize(8);
        styler.setXAxisTickMarkSpacingHint(90);
        styler.setXAxisLogarithmic(figure.x().range() == Range.LOGARITHMIC);
        styler.setYAxisLogarithmic(figure.y().range() == Range.LOGARITHMIC);
        if (figure.x().range() == Range.FROM_ZERO) {
            styler.setXAxisMin(0.0);
        }
        if (figure.y().range() == Range.FROM_ZERO) {
            styler.setYAxisMin(0.0);
        }
    }

    private void band(Band band) {
        double top = values(figure.y(), Point::y).max().orElse(1);
        XYSeries series = add(band.label(), new double[] {band.from(), band.to()}, new double[] {top, top});
        series.setXYSeriesRenderStyle(XYSeriesRenderStyle.Area);
        series.setMarker(SeriesMarkers.NONE).setFillColor(BAND);
        series.setLineColor(BLANK);
    }

    private void level(Level level) {
        double from = figure.x().range() == Range.FROM_ZERO
                ? 0
                : values(figure.x(), Point::x).min().orElse(0);
        double to = values(figure.x(), Point::x).max().orElse(1);
        // One point alone would leave a line without length.
        XYSeries series =
                add(level.label(), new double[] {from, to > from ? to : from + 1}, new double[] {level.y(), level.y()});
        series.setMarker(SeriesMarkers.NONE).setLineColor(INK).setLineStyle(dashes(2));
    }

    private DoubleStream values(Axis axis, ToDoubleFunction<Point> value) {
        return figure.series().stream()
                .flatMap(series -> series.points().stream())
                .mapToDouble(value)
                .filter(axis::shows);
    }

    private void series(Series series) {
        List<Point> points = Thinning.of(series).stream()
                .filter(point -> figure.x().shows(point.x()) && figure.y().shows(point.y()))
                .toList();
        if (points.isEmpty()) {
            return;
        }
        Color colour = Palette.onPaper(series.look());
        // From the second round of colours on, the markers are others.
        Marker marker = MARKERS[(series.look() + 3 * (series.look() / MARKERS.length)) % MARKERS.length];
        XYSeries drawn = add(series.name(), points);
        drawn.setMarkerColor(series.form() == Form.HOLLOW ? new Color(colour.getRGB() & 0x66ffffff, true) : colour)
                .setLineColor(colour);
        if (series.form().line()) {
            drawn.setXYSeriesRenderStyle(
                    series.form() == Form.STEPS ? XYSeriesRenderStyle.Step : XYSeriesRenderStyle.Line);
            drawn.setMarker(SeriesMarkers.NONE)
                    .setLineStyle(series.form() == Form.DASHED ? dashes(7) : new BasicStroke(1.8f));
            int every = Math.max(1, points.size() / MARKS_ON_A_LINE);
            markers(
                    IntStream.range(0, points.size())
                            .filter(i -> i % every == 0)
                            .mapToObj(points::get)
                            .toList(),
                    marker,
                    colour);
        } else {
            drawn.setXYSeriesRenderStyle(XYSeriesRenderStyle.Scatter).setMarker(marker);
        }
        points.forEach(point -> bars(point, colour));
    }

    private void markers(List<Point> points, Marker marker, Color colour) {
        XYSeries marks = add(silentName(), points);
        marks.setXYSeriesRenderStyle(XYSeriesRenderStyle.Scatter);
        marks.setMarker(marker).setMarkerColor(colour).setShowInLegend(false);
    }

    private void bars(Point point, Color colour) {
        if (point.xError() > 0) {
            bar(point.x() - point.xError(), point.x() + point.xError(), point.y(), point.y(), colour);
        }
        if (point.yError() > 0) {
            bar(point.x(), point.x(), point.y() - point.yError(), point.y() + point.yError(), colour);
        }
    }

    private void bar(double x1, double x2, double y1, double y2, Color colour) {
        double fromX = figure.x().range() == Range.OF_DATA ? x1 : Math.max(x1, lowest(figure.x(), Point::x));
        double fromY = figure.y().range() == Range.OF_DATA ? y1 : Math.max(y1, lowest(figure.y(), Point::y));
        XYSeries bar = add(silentName(), new double[] {fromX, x2}, new double[] {fromY, y2});
        bar.setMarker(SeriesMarkers.NONE).setShowInLegend(false);
        bar.setLineColor(colour).setLineStyle(new BasicStroke(1.4f));
    }

    /** Returns the least value to which an error bar is drawn, so that it does not leave the axis. */
    private double lowest(Axis axis, ToDoubleFunction<Point> value) {
        return axis.range() == Range.FROM_ZERO ? 0 : values(axis, value).min().orElse(0);
    }

    private XYSeries add(String name, List<Point> points) {
        return add(
                name,
                points.stream().mapToDouble(Point::x).toArray(),
                points.stream().mapToDouble(Point::y).toArray());
    }

    /** Adds a series. A name that is there already is shown in the legend once. */
    private XYSeries add(String name, double[] x, double[] y) {
        boolean known = chart.getSeriesMap().containsKey(name);
        XYSeries series = chart.addSeries(known ? silentName() : name, x, y);
        if (known) {
            series.setShowInLegend(false);
        }
        return series;
    }

    private String silentName() {
        return "\u0000" + silent++;
    }

    private static BasicStroke dashes(float length) {
        return new BasicStroke(1.8f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 1, new float[] {length, length}, 0);
    }
}
