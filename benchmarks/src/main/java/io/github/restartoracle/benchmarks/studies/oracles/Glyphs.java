package io.github.restartoracle.benchmarks.studies.oracles;

import java.nio.charset.Charset;

/** What bars and columns are drawn with on a console. */
enum Glyphs {
    /** Eighths of a block. */
    BLOCKS(" ▁▂▃▄▅▆▇█", "█"),
    /** For consoles that have nothing else. */
    ASCII(" .:-=+*%#", "#");

    private final String heights;
    private final String bar;

    Glyphs(String heights, String bar) {
        this.heights = heights;
        this.bar = bar;
    }

    /** Those that the console can show. Java 17 does not tell its charset; the default one is what it is written in. */
    static Glyphs ofConsole() {
        return Charset.defaultCharset().newEncoder().canEncode(BLOCKS.heights) ? BLOCKS : ASCII;
    }

    /** One character that is so high; whatever is more than nothing can be seen. */
    char height(double share) {
        int steps = heights.length() - 1;
        return heights.charAt((int) Math.min(steps, Math.ceil(share * steps)));
    }

    String bar(int length) {
        return bar.repeat(length);
    }
}
