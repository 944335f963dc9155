package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Assumptions;

/** A disk of one test, which can be filled. Mounting it needs rights. */
final class SmallDisk implements AutoCloseable {
    final Path directory;
    private final Path ballast;

    /** Mounts a disk of the given megabytes; skips the test where none can be mounted. */
    SmallDisk(Path directory, int megabytes) {
        this.directory = directory;
        this.ballast = directory.resolve("ballast");
        try {
            Files.createDirectory(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Assumptions.assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m,mode=777", "tmpfs", directory.toString()),
                "no rights to mount");
    }

    /** Fills the free room, including room that others free meanwhile, until the condition holds. */
    void fillUntil(BooleanSupplier done) {
        byte[] block = new byte[8_192];
        try (OutputStream out = Files.newOutputStream(ballast)) {
            while (!done.getAsBoolean()) {
                try {
                    for (int i = 0; i < 100; i++) {
                        out.write(block);
                    }
                } catch (IOException full) {
                    TimeUnit.MILLISECONDS.sleep(20);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    void free() {
        try {
            Files.deleteIfExists(ballast);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean run(String... command) {
        try {
            Process process = new ProcessBuilder(command).inheritIO().start();
            return process.waitFor(2, TimeUnit.MINUTES) && process.exitValue() == 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        assertThat(run("umount", "-l", directory.toString())).isTrue();
    }
}
