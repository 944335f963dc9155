package io.github.restartoracle.harness.testbed;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.testcontainers.containers.output.OutputFrame;

/** Writes the output of a container to a file. Thread-safe. */
final class LogFile implements Consumer<OutputFrame>, AutoCloseable {
    private final PrintStream stream;

    LogFile(Path path) {
        try {
            Files.createDirectories(path.toAbsolutePath().getParent());
            stream = new PrintStream(Files.newOutputStream(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void accept(OutputFrame frame) {
        byte[] bytes = frame.getBytes();
        if (bytes != null) {
            stream.writeBytes(bytes);
        }
    }

    @Override
    public void close() {
        stream.close();
    }
}
