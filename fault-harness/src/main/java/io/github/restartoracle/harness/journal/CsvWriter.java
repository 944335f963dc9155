package io.github.restartoracle.harness.journal;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.Flushable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * Appends rows to a file.
 *
 * <p>Thread-safe.
 *
 * @param <T> what a row holds
 */
public final class CsvWriter<T> implements Closeable, Flushable {
    private final BufferedWriter out;
    private final Function<T, String> line;

    private CsvWriter(BufferedWriter out, Function<T, String> line) {
        this.out = out;
        this.line = line;
    }

    static <T> CsvWriter<T> of(Path path, String header, Function<T, String> line) throws IOException {
        BufferedWriter out = Files.newBufferedWriter(path);
        out.write(header + "\n");
        return new CsvWriter<>(out, line);
    }

    /**
     * Appends one row; it is in the file after {@link #flush()} or {@link #close()} at the latest.
     *
     * @param row the row
     * @throws IOException if the file cannot be written
     */
    public synchronized void write(T row) throws IOException {
        out.write(line.apply(row) + "\n");
    }

    @Override
    public synchronized void flush() throws IOException {
        out.flush();
    }

    @Override
    public synchronized void close() throws IOException {
        out.close();
    }
}
