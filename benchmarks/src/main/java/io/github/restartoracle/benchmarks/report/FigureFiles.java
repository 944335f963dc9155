package io.github.restartoracle.benchmarks.report;

import io.github.restartoracle.benchmarks.report.Figure.Point;
import io.github.restartoracle.benchmarks.report.Figure.Series;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
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
    private static final CSVFormat CSV = CSVFormat.DEFAULT
            .builder()
            .setRecordSeparator('\n')
            .setHeader("series", "x", "y", "x_error", "y_error", "label")
            .get();

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

    /** Whether there is anything to be seen. */
    static boolean drawable(Figure figure) {
        return figure.series().stream()
                .flatMap(series -> series.points().stream())
                .anyMatch(point -> figure.x().shows(point.x()) && figure.y().shows(point.y()));
    }

    private static String svg(XYChart chart) throws IOException {
        // The document type names a server. Texts are outlines, for which a hundredth of a pixel is enough.
        String svg = DOCUMENT_TYPE.matcher(VectorDrawing.svg(chart)).replaceFirst("");
        return DECIMALS.matcher(svg).replaceAll("$1");
    }

    private void csv(Figure figure) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(directory.resolve(figure.name() + ".csv"));
                CSVPrinter csv = new CSVPrinter(out, CSV)) {
            for (Series series : figure.series()) {
                for (Point point : series.points()) {
                    csv.printRecord(series.name(), point.x(), point.y(), point.xError(), point.yError(), point.label());
                }
            }
        }
    }
}
