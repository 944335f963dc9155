package io.github.restartoracle.benchmarks.lab.report;

import io.github.restartoracle.harness.csv.Csv;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    /** Data that the page has links to. */
    private static final Pattern DATA = Pattern.compile("(?!figures/|pairs/)([\\w.-]+/)?[\\w.-]+\\.(csv|json|hlog)");

    /** Files of an earlier run. */
    private static final Pattern OWN = Pattern.compile(
            "([\\w.-]+/)?([\\w.-]+\\.(hlog|svg|png|csv)|manifest\\.json|report\\.html|scenario-[\\w.-]+\\.yaml)");

    private static final Pattern FIGURES = Pattern.compile("figures/.*\\.(svg|png|csv)");
    private static final Csv<CsvPoint> POINTS = Csv.of(CsvPoint.class);

    private record CsvPoint(String series, double x, double y, double xError, double yError, String label) {}

    /** Removes the files of an earlier run, here and one directory below. */
    public void clear() throws IOException {
        delete(OWN);
    }

    private void delete(Pattern pattern) throws IOException {
        for (String file : files(pattern)) {
            Files.delete(path.resolve(file));
        }
    }

    /** Returns the files here and one directory below whose relative path matches a pattern. */
    private List<String> files(Pattern pattern) throws IOException {
        Files.createDirectories(path);
        try (Stream<Path> files = Files.walk(path, 2)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> path.relativize(file).toString().replace('\\', '/'))
                    .filter(pattern.asMatchPredicate())
                    .sorted()
                    .toList();
        }
    }

    /** Writes all files of a suite and returns the page. */
    public Path write(Report report, Manifest manifest) throws IOException {
        delete(FIGURES);
        manifest.write(path.resolve("manifest.json"));
        Path figures = Files.createDirectories(path.resolve("figures"));
        for (Figure figure : report.figures().toList()) {
            POINTS.write(figures.resolve(figure.name() + ".csv"), points(figure));
        }
        Path page = path.resolve("report.html");
        Files.writeString(page, HtmlReport.of(report, manifest, files(DATA)));
        return page;
    }

    private static List<CsvPoint> points(Figure figure) {
        return figure.series().stream()
                .flatMap(series -> series.points().stream()
                        .map(point -> new CsvPoint(
                                series.name(), point.x(), point.y(), point.xError(), point.yError(), point.label())))
                .toList();
    }
}
