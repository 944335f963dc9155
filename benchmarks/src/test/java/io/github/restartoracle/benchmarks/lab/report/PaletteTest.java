package io.github.restartoracle.benchmarks.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import java.util.List;
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

    @Test
    void shouldStandOutFromThePageWhenLightOrDark() {
        assertReadable(Palette.LIGHT, Color.WHITE);
        assertReadable(Palette.DARK, Color.decode("#131a22"));
    }
}
