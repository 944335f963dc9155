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
import java.util.stream.Stream;

/**
 * The directory for the results of a suite: {@code report.html}, {@code manifest.json} and, in {@code figures}, the points of
 * each figure as {@code NAME.csv}. The runs have written their journals to the same directory. The page has links to all files in it.
 *
 * @param path made if it is not there
 */
public record ReportDirectory(Path path) {
    private static final Pattern DATA = Pattern.compile("(?!figures/|pairs/)([\\w.-]+/)?[\\w.-]+\\.(csv|json|hlog)");

    private static final Pattern OWN = Pattern.compile(
            "([\\w.-]+/)?([\\w.-]+\\.(hlog|svg|png|csv)|manifest\\.json|report\\.html|scenario-[\\w.-]+\\.yaml)");

    private static final Csv<CsvPoint> POINTS = Csv.of(CsvPoint.class);

    private record CsvPoint(String series, double x, double y, double xError, double yError, String label) {}

    /**
     * Removes the files of an earlier run, here and one directory below.
     *
     * @throws IOException if a file cannot be removed
     */
    public void clear() throws IOException {
        Files.createDirectories(path);
        try (Stream<Path> files = Files.walk(path, 2)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (OWN.matcher(path.relativize(file).toString().replace('\\', '/'))
                        .matches()) {
                    Files.delete(file);
                }
            }
        }
    }

    /**
     * Writes all files of a suite.
     *
     * @param report the contents
     * @param manifest the circumstances of the runs
     * @return the page
     * @throws IOException if a file cannot be written
     */
    public Path write(Report report, Manifest manifest) throws IOException {
        Files.createDirectories(path);
        manifest.write(path.resolve("manifest.json"));
        Path figures = Files.createDirectories(path.resolve("figures"));
        try (DirectoryStream<Path> earlier = Files.newDirectoryStream(figures, "*.{svg,png,csv}")) {
            for (Path file : earlier) {
                Files.delete(file);
            }
        }
        for (Figure figure : report.figures().toList()) {
            POINTS.write(figures.resolve(figure.name() + ".csv"), points(figure));
        }
        Path page = path.resolve("report.html");
        Files.writeString(page, HtmlReport.of(report, manifest, data()));
        return page;
    }

    private static List<CsvPoint> points(Figure figure) {
        List<CsvPoint> points = new ArrayList<>();
        for (Series series : figure.series()) {
            for (Point point : series.points()) {
                points.add(new CsvPoint(
                        series.name(), point.x(), point.y(), point.xError(), point.yError(), point.label()));
            }
        }
        return points;
    }

    private List<String> data() throws IOException {
        try (Stream<Path> files = Files.walk(path, 2)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> path.relativize(file).toString().replace('\\', '/'))
                    .filter(DATA.asMatchPredicate())
                    .sorted()
                    .toList();
        }
    }
}
