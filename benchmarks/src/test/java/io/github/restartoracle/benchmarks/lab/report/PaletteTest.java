package io.github.restartoracle.benchmarks.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PaletteTest {
    /** WCAG 2.2, success criterion 1.4.11: parts of graphics need 3 to 1. */
    private static final double LEAST_CONTRAST = 3;

    private static double contrast(Color one, Color other) {
        double a = luminance(one);
        double b = luminance(other);
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    }

    private static double luminance(Color colour) {
        return 0.2126 * linear(colour.getRed())
                + 0.7152 * linear(colour.getGreen())
                + 0.0722 * linear(colour.getBlue());
    }

    private static double linear(int component) {
        double share = component / 255.0;
        return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
    }

    private static void assertReadable(List<Color> colours, Color background) {
        assertThat(colours)
                .doesNotHaveDuplicates()
                .allSatisfy(colour -> assertThat(contrast(colour, background))
                        .as("%s", colour)
                        .isGreaterThan(LEAST_CONTRAST));
    }

    /** Returns the colours of series in the style sheet: first those of the light scheme, then those of the dark one. */
    private static List<Color> colours() throws IOException {
        try (InputStream css = Objects.requireNonNull(PaletteTest.class.getResourceAsStream("report.css"))) {
            return Pattern.compile("--series-\\d: (#[0-9a-f]{6});")
                    .matcher(new String(css.readAllBytes(), StandardCharsets.UTF_8))
                    .results()
                    .map(colour -> Color.decode(colour.group(1)))
                    .toList();
        }
    }

    @Test
    void shouldStandOutFromThePageWhenLightOrDark() throws IOException {
        assertThat(colours()).hasSize(16);
        assertReadable(colours().subList(0, 8), Color.WHITE);
        assertReadable(colours().subList(8, 16), Color.decode("#131a22"));
    }
}
