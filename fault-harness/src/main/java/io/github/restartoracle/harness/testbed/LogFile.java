package io.github.restartoracle.harness.testbed;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.testcontainers.containers.output.OutputFrame;

/** Writes the output of a container to a file. Thread-safe. */
final class LogFile implements Consumer<OutputFrame>, AutoCloseable {
    private final Path path;
    private @Nullable OutputStream stream;

    LogFile(Path path) {
        this.path = path;
    }

    Path path() {
        return path;
    }

    /** Begins the file; output before this call is dropped. */
    synchronized void open() {
        try {
            Files.createDirectories(path.toAbsolutePath().getParent());
            stream = Files.newOutputStream(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized void accept(OutputFrame frame) {
        byte[] bytes = frame.getBytes();
        if (stream != null && bytes != null) {
            try {
                stream.write(bytes);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public synchronized void close() {
        if (stream != null) {
            try {
                stream.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            stream = null;
        }
    }
}
