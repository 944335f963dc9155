package io.github.restartoracle.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/** A log that keeps only those lines that begin with a word that no logger writes. Thread-safe. */
final class LogCheck extends OutputStream {
    private static final int MANY = 100;
    /** The bytes of a character in UTF-8, at most. */
    private static final int MOST_BYTES = 4;

    private final String word;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final List<String> forged = new ArrayList<>();
    private long lines;
    private int longest;
    private String beginOfLongest = "";

    LogCheck(String word) {
        this.word = word;
    }

    @Override
    public synchronized void write(int b) {
        line.write(b);
        if (b == '\n') {
            lines++;
            if (line.size() > longest) {
                longest = line.size();
                beginOfLongest = line.toString(UTF_8).substring(0, Math.min(MANY, line.size() / MOST_BYTES));
            }
            for (String part : line.toString(UTF_8).split("[\\n\\r\\u0085\\u2028\\u2029]", -1)) {
                if (part.startsWith(word) && forged.size() < MANY) {
                    forged.add(part);
                }
            }
            line.reset();
        }
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            write(bytes[i]);
        }
    }

    synchronized List<String> forged() {
        return List.copyOf(forged);
    }

    @Override
    public synchronized String toString() {
        return lines + " lines of log, the longest of " + longest + " bytes: " + beginOfLongest;
    }
}
