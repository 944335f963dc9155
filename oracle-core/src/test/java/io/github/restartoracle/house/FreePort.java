package io.github.restartoracle.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Ports for servers that are started later. They lie below the range from which systems take the ports of outgoing connections
 * (Linux: from 32768): a port of that range may be connected to itself, or be taken before the server that it was meant for
 * starts. Each process of tests on this machine has a block of its own, which it holds by the lock of a file. Thread-safe.
 */
public final class FreePort {
    private static final int FIRST = 20_000;
    private static final int BLOCK = 60;
    private static final int BLOCKS = 200;

    private static @Nullable FileLock held;
    private static int block;
    private static int taken;

    private FreePort() {}

    /**
     * Returns a port without a listener. It is returned again only after the others of its block.
     *
     * @return the port
     * @throws IllegalStateException if there is none
     */
    public static synchronized int next() {
        try {
            if (held == null) {
                held = hold();
            }
            for (int i = 0; i < BLOCK; i++) {
                int port = FIRST + block * BLOCK + taken++ % BLOCK;
                try (ServerSocket free = new ServerSocket(port)) {
                    return free.getLocalPort();
                } catch (BindException inUse) {
                    // Tries the next port.
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new IllegalStateException("all ports from " + (FIRST + block * BLOCK) + " to "
                + (FIRST + (block + 1) * BLOCK - 1) + " are in use");
    }

    /** Locks the first block that no other process has; the lock is held until the process ends. */
    private static FileLock hold() throws IOException {
        Path directory =
                Files.createDirectories(Path.of(System.getProperty("java.io.tmpdir"), "restart-oracle-test-ports"));
        for (block = 0; block < BLOCKS; block++) {
            FileChannel channel = FileChannel.open(
                    directory.resolve(Integer.toString(FIRST + block * BLOCK)),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE);
            FileLock lock = tryLock(channel);
            if (lock != null) {
                return lock;
            }
            channel.close();
        }
        throw new IllegalStateException("all blocks of ports are held: " + directory);
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException heldByAnotherClassLoader) {
            return null;
        }
    }
}
