package io.github.restartoracle.harness.csv;

import com.fasterxml.jackson.databind.SequenceWriter;
import java.io.Closeable;
import java.io.Flushable;
import java.io.IOException;

/**
 * Appends rows to a file.
 *
 * <p>Thread-safe.
 *
 * @param <T> the record of a row
 */
public final class CsvWriter<T> implements Closeable, Flushable {
    private final SequenceWriter out;

    CsvWriter(SequenceWriter out) {
        this.out = out;
    }

    /**
     * Appends one row; it is in the file after {@link #flush()} or {@link #close()} at the latest.
     *
     * @param row the row
     * @throws IOException if the file cannot be written
     */
    public synchronized void write(T row) throws IOException {
        out.write(row);
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
