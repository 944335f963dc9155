package io.github.restartoracle.benchmarks.lab.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.restartoracle.benchmarks.lab.report.Figure.Point;
import io.github.restartoracle.benchmarks.lab.report.Figure.Series;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Figures in the form that the script of the page reads. */
final class PageFigure {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final MathContext X_DIGITS = new MathContext(8);
    private static final MathContext Y_DIGITS = new MathContext(5);

    private PageFigure() {}

    /** Returns the figures as a JSON object with their names as keys. It may be put into a script element. */
    static String json(List<Figure> figures) {
        Map<String, Object> all = new LinkedHashMap<>();
        figures.forEach(figure -> all.put(figure.name(), of(figure)));
        try {
            return JSON.writeValueAsString(all).replace("<", "\\u003c");
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("numbers and texts are always JSON", e);
        }
    }

    private static Map<String, Object> of(Figure figure) {
        // Map.of iterates in another order in each process, but the same run must give the same bytes.
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("x", figure.x());
        model.put("y", figure.y());
        model.put(
                "series",
                figure.series().stream().map(series -> series(figure, series)).toList());
        model.put("bands", figure.bands());
        model.put("levels", figure.levels());
        return model;
    }

    private static Map<String, Object> series(Figure figure, Series series) {
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("name", series.name());
        model.put("look", series.look());
        model.put("form", series.form());
        model.put(
                "points",
                Thinning.of(series).stream()
                        .filter(point ->
                                figure.x().shows(point.x()) && figure.y().shows(point.y()))
                        .map(PageFigure::point)
                        .toList());
        return model;
    }

    /** Returns {@code [x, y]}, followed by both errors and the label if there are any. */
    private static List<Object> point(Point point) {
        List<Object> values = new ArrayList<>();
        values.add(rounded(point.x(), X_DIGITS));
        values.add(rounded(point.y(), Y_DIGITS));
        if (point.xError() > 0 || point.yError() > 0 || !point.label().isEmpty()) {
            values.add(rounded(point.xError(), Y_DIGITS));
            values.add(rounded(point.yError(), Y_DIGITS));
            values.add(point.label());
        }
        return values;
    }

    private static double rounded(double value, MathContext digits) {
        return new BigDecimal(value).round(digits).doubleValue();
    }
}
