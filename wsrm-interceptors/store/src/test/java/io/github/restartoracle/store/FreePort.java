package io.github.restartoracle.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;

/** Ports nobody listens on, below those that the kernel gives to outgoing connections while nobody listens. */
final class FreePort {
    private static int last = 20_000 + (int) (ProcessHandle.current().pid() % 1_000) * 10;

    private FreePort() {}

    static synchronized int next() {
        while (true) {
            last++;
            try (ServerSocket socket = new ServerSocket(last)) {
                return socket.getLocalPort();
            } catch (IOException taken) {
                if (last > 32_000) {
                    throw new UncheckedIOException(taken);
                }
            }
        }
    }
}
