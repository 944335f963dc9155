package io.github.restartoracle.benchmarks.lab.report;

import java.awt.Color;
import java.util.List;

/**
 * The colours of series, each with a variant for the light and the dark scheme. They differ in lightness as well as in hue, so
 * that they can be distinguished without colour vision. The markers differ as well.
 */
final class Palette {
    static final List<Color> LIGHT =
            colours("#57606a", "#0969ba", "#c24a00", "#007a55", "#9a3a8e", "#7d6200", "#1f83bd", "#8e2357");
    static final List<Color> DARK =
            colours("#b1bac4", "#58a6ff", "#ff9650", "#3fca9a", "#e08ad6", "#dcbc4a", "#8fd0f5", "#f08bb4");

    private Palette() {}

    /** Returns declarations for a style sheet: {@code --series-0} and so on. */
    static String variables(List<Color> colours) {
        StringBuilder css = new StringBuilder();
        for (int i = 0; i < colours.size(); i++) {
            css.append("--series-%d: #%06x; ".formatted(i, colours.get(i).getRGB() & 0xffffff));
        }
        return css.toString().strip();
    }

    private static List<Color> colours(String... hex) {
        return List.of(hex).stream().map(Color::decode).toList();
    }
}
