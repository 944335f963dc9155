package io.github.restartoracle.benchmarks.lab.testbed;

import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports for servers that are started later. They lie below the range from which systems take the ports of outgoing connections
 * (Linux: from 32768), so that no connection of another run uses one meanwhile.
 */
public final class ServerPorts {
    private static final int FIRST = 20_000;
    private static final int COUNT = 12_000;
    private static final AtomicInteger TAKEN =
            new AtomicInteger((int) (ProcessHandle.current().pid() % COUNT));

    private ServerPorts() {}

    /**
     * Finds the next port.
     *
     * @return a port on which no server listens now
     * @throws IOException if there is none
     */
    public static int next() throws IOException {
        for (int i = 0; i < COUNT; i++) {
            int port = FIRST + Math.floorMod(TAKEN.getAndIncrement(), COUNT);
            try (ServerSocket free = new ServerSocket(port)) {
                return free.getLocalPort();
            } catch (BindException inUse) {
                // try the next port
            }
        }
        throw new IOException("no free port from " + FIRST + " to " + (FIRST + COUNT - 1));
    }
}
