package io.github.restartoracle.benchmarks.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * How figures look. Colours are stand-ins that the finished SVG replaces by variables of the page's style sheet, so that
 * a figure follows the reader's light or dark scheme.
 */
final class Style {
    private static final int WIDTH = 560;
    private static final Color INK = new Color(1, 1, 1);
    private static final Color GRID = new Color(1, 1, 2);
    private static final Color CLEAR = new Color(255, 255, 255, 0);
    private static final int SERIES = 8;
    private static final Pattern PROLOG = Pattern.compile("^.*?(?=<svg)", Pattern.DOTALL);
    private static final Pattern SERIES_COLOUR = Pattern.compile("rgb\\(2,\\s*2,\\s*(\\d+)\\)");
    private static final Pattern DECIMALS = Pattern.compile("(\\d\\.\\d\\d)\\d+");
    private static final Marker[] MARKERS = {
        SeriesMarkers.CIRCLE,
        SeriesMarkers.SQUARE,
        SeriesMarkers.DIAMOND,
        SeriesMarkers.TRIANGLE_UP,
        SeriesMarkers.CROSS,
        SeriesMarkers.TRIANGLE_DOWN,
        SeriesMarkers.PLUS,
        SeriesMarkers.RECTANGLE
    };

    private Style() {}

    static XYChart chart(int height, String x, String y) {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(height)
                .xAxisTitle(x)
                .yAxisTitle(y)
                .build();
        Font font = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
        XYStyler styler = chart.getStyler();
        styler.setChartTitleVisible(false);
        styler.setChartBackgroundColor(CLEAR);
        styler.setChartFontColor(INK);
        styler.setLegendPosition(LegendPosition.OutsideS);
        styler.setLegendLayout(LegendLayout.Horizontal);
        styler.setLegendBorderColor(CLEAR);
        styler.setLegendBackgroundColor(CLEAR);
        styler.setLegendFont(font);
        styler.setPlotBackgroundColor(CLEAR);
        styler.setPlotBorderColor(GRID);
        styler.setPlotGridLinesColor(GRID);
        styler.setAxisTitleFont(font);
        styler.setAxisTickLabelsFont(font);
        styler.setAxisTickLabelsColor(INK);
        styler.setAxisTickMarksColor(GRID);
        styler.setMarkerSize(9);
        styler.setXAxisTickMarkSpacingHint(70);
        return chart;
    }

    static void marker(XYSeries series, int index) {
        series.setMarker(MARKERS[index % MARKERS.length]).setMarkerColor(colour(index));
        series.setLineColor(colour(index));
    }

    static void line(XYSeries series, int index) {
        series.setMarker(SeriesMarkers.NONE);
        series.setLineColor(colour(index)).setLineStyle(new BasicStroke(1.8f));
    }

    static void dash(XYSeries series) {
        series.setLineStyle(
                new BasicStroke(1.8f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 1, new float[] {6, 6}, 0));
    }

    /** The chart as an element that can stand in a page beside others. */
    static String svg(XYChart chart, String id) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            VectorGraphicsEncoder.saveVectorGraphic(chart, bytes, VectorGraphicsFormat.SVG);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String svg = PROLOG.matcher(bytes.toString(StandardCharsets.UTF_8)).replaceFirst("");
        svg = svg.replaceAll("rgb\\(1,\\s*1,\\s*1\\)", "var(--ink)")
                .replaceAll("rgb\\(1,\\s*1,\\s*2\\)", "var(--grid)");
        svg = SERIES_COLOUR.matcher(svg).replaceAll("var(--series-$1)");
        // Texts are outlines; a hundredth of a pixel is enough for them.
        svg = DECIMALS.matcher(svg).replaceAll("$1");
        return svg.replaceAll("\\bclip(\\d+)", id + "-clip$1");
    }

    private static Color colour(int index) {
        return new Color(2, 2, index % SERIES);
    }
}
