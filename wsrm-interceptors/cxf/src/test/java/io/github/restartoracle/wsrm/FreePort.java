package io.github.restartoracle.wsrm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports nobody listens on, below those from which systems take the ports of outgoing connections (Linux: from 32768): one
 * of these may be connected to itself, or be taken before the server that it was meant for starts.
 */
final class FreePort {
    private FreePort() {}

    static int next() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(20_000, 32_000);
            try (ServerSocket socket = new ServerSocket(port)) {
                return socket.getLocalPort();
            } catch (BindException inUse) {
                // another one
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
