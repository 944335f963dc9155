package io.github.restartoracle.harness.testbed;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;

/** A program for a node: sends received bytes back, until it is stopped. */
public final class EchoDestination {
    static final int PORT = 9000;

    private EchoDestination() {}

    public static void main(String... args) throws IOException {
        try (ServerSocket server = new ServerSocket(PORT, 1000)) {
            if (System.getenv(TestbedNode.PAIR) != null) {
                TestbedNode.current().ready();
            }
            while (true) {
                Socket client = server.accept();
                Thread thread = new Thread(() -> echo(client));
                thread.setDaemon(true);
                thread.start();
            }
        }
    }

    private static void echo(Socket client) {
        try (client) {
            client.getInputStream().transferTo(client.getOutputStream());
        } catch (IOException brokenByClient) {
            // The client handles this.
        }
    }
}
