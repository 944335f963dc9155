package io.github.restartoracle.mail;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Records the lines of the log that contain a word, until it is closed; all lines go to the console as before. */
final class LoggedLines implements AutoCloseable {
    private final PrintStream console = System.err;
    private final List<String> lines = new ArrayList<>();

    LoggedLines(String word) {
        System.setErr(new PrintStream(console, true, StandardCharsets.UTF_8) {
            @Override
            public void println(String line) {
                super.println(line);
                if (line.contains(word)) {
                    add(line);
                }
            }
        });
    }

    private synchronized void add(String line) {
        lines.add(line);
    }

    @Override
    public synchronized String toString() {
        return String.join("\n", lines);
    }

    @Override
    public void close() {
        System.setErr(console);
    }
}
