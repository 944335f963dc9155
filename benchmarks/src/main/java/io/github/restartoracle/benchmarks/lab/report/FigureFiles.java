package io.github.restartoracle.benchmarks.lab.report;

import io.github.restartoracle.benchmarks.lab.report.Figure.Point;
import io.github.restartoracle.benchmarks.lab.report.Figure.Series;
import io.github.restartoracle.harness.csv.Csv;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.XYChart;

/**
 * The files of a figure: {@code NAME.svg}, {@code NAME.png}, and {@code NAME.csv} with all of its points.
 *
 * @param directory made if it is not there
 */
record FigureFiles(Path directory) {
    private static final int DOTS_PER_INCH = 144;
    private static final Pattern DOCUMENT_TYPE = Pattern.compile("<!DOCTYPE[^>]*>\\s*");
    private static final Pattern DECIMALS = Pattern.compile("(\\d\\.\\d\\d)\\d+");
    private static final Csv<CsvPoint> CSV = Csv.of(CsvPoint.class);

    private record CsvPoint(String series, double x, double y, double xError, double yError, String label) {}

    /** Removes the figures of an earlier report. */
    void clear() throws IOException {
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.{svg,png,csv}")) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }

    void write(Figure figure) throws IOException {
        Files.createDirectories(directory);
        csv(figure);
        if (drawable(figure)) {
            XYChart chart = FigureDrawing.of(figure);
            Files.writeString(directory.resolve(figure.name() + ".svg"), svg(chart));
            BitmapEncoder.saveBitmapWithDPI(
                    chart, directory.resolve(figure.name()).toString(), BitmapFormat.PNG, DOTS_PER_INCH);
        }
    }

    /** Tells if the figure has a visible point. */
    static boolean drawable(Figure figure) {
        return figure.series().stream()
                .flatMap(series -> series.points().stream())
                .anyMatch(point -> figure.x().shows(point.x()) && figure.y().shows(point.y()));
    }

    private static String svg(XYChart chart) throws IOException {
        // The document type names a server. Texts are outlines, for which two decimals of a pixel are enough.
        String svg = DOCUMENT_TYPE.matcher(VectorDrawing.svg(chart)).replaceFirst("");
        return DECIMALS.matcher(svg).replaceAll("$1");
    }

    private void csv(Figure figure) throws IOException {
        List<CsvPoint> points = new ArrayList<>();
        for (Series series : figure.series()) {
            for (Point point : series.points()) {
                points.add(new CsvPoint(
                        series.name(), point.x(), point.y(), point.xError(), point.yError(), point.label()));
            }
        }
        CSV.write(directory.resolve(figure.name() + ".csv"), points);
    }
}
