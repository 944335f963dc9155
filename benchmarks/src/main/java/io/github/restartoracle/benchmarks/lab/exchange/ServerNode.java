package io.github.restartoracle.benchmarks.lab.exchange;

import io.github.restartoracle.harness.testbed.TestbedNode;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;

/** The server in its container: {@code ServerNode PORT}. Runs until the process is ended. */
public final class ServerNode {
    private ServerNode() {}

    /**
     * Runs the server.
     *
     * @param args the port
     * @throws IOException if the port cannot be opened
     */
    public static void main(String[] args) throws IOException {
        TestbedNode node = TestbedNode.current();
        try (ExchangeServer server = ExchangeServer.open(Integer.parseInt(args[0]))) {
            node.ready();
            while (!Thread.currentThread().isInterrupted()) {
                LockSupport.park(server);
            }
        }
    }
}
