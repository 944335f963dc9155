package io.github.restartoracle.benchmarks.lab.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.restartoracle.benchmarks.lab.report.Figure.Axis;
import io.github.restartoracle.benchmarks.lab.report.Figure.Band;
import io.github.restartoracle.benchmarks.lab.report.Figure.Form;
import io.github.restartoracle.benchmarks.lab.report.Figure.Level;
import io.github.restartoracle.benchmarks.lab.report.Figure.Point;
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

    private record Model(Axis x, Axis y, List<Curve> series, List<Band> bands, List<Level> levels) {}

    private record Curve(String name, int look, Form form, List<List<Object>> points) {}

    /** Returns the figures as a JSON object with their names as keys. It may be put into a script element. */
    static String json(List<Figure> figures) {
        Map<String, Model> all = new LinkedHashMap<>();
        figures.forEach(figure -> all.put(figure.name(), of(figure)));
        try {
            return JSON.writeValueAsString(all).replace("<", "\\u003c");
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("numbers and texts are always JSON", e);
        }
    }

    private static Model of(Figure figure) {
        List<Curve> curves = figure.series().stream()
                .map(series -> new Curve(
                        series.name(),
                        series.look(),
                        series.form(),
                        Thinning.of(series).stream()
                                .filter(figure::shows)
                                .map(PageFigure::point)
                                .toList()))
                .toList();
        return new Model(figure.x(), figure.y(), curves, figure.bands(), figure.levels());
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
