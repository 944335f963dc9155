package io.github.restartoracle.benchmarks.studies.oracles;

import java.nio.charset.Charset;

/** The characters for bars and columns on a console. */
enum Glyphs {
    /** Eighths of a block. */
    BLOCKS(" ▁▂▃▄▅▆▇█", "█"),
    /** Characters for consoles that have no others. */
    ASCII(" .:-=+*%#", "#");

    private final String heights;
    private final String bar;

    Glyphs(String heights, String bar) {
        this.heights = heights;
        this.bar = bar;
    }

    /**
     * Returns the characters that the console can show. Java 17 does not tell its charset, so the default charset is used, in
     * which the console is written.
     */
    static Glyphs ofConsole() {
        return Charset.defaultCharset().newEncoder().canEncode(BLOCKS.heights) ? BLOCKS : ASCII;
    }

    /** Returns the character of a height; every share above 0 is visible. */
    char height(double share) {
        int steps = heights.length() - 1;
        return heights.charAt((int) Math.min(steps, Math.ceil(share * steps)));
    }

    String bar(int length) {
        return bar.repeat(length);
    }
}
