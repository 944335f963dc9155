package io.github.restartoracle.wsrm;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server that accepts connections and never answers. */
final class SilentServer implements AutoCloseable {
    private final ServerSocket socket;
    private final List<Socket> connections = new CopyOnWriteArrayList<>();

    SilentServer() throws IOException {
        socket = new ServerSocket(0, 50, InetAddress.getByName("localhost"));
        Thread thread = new Thread(this::accept, "test-silent");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                connections.add(socket.accept());
            } catch (IOException closed) {
                // The test has ended.
            }
        }
    }

    String address() {
        return "http://localhost:" + socket.getLocalPort() + "/acks";
    }

    boolean isCalled() {
        return !connections.isEmpty();
    }

    @Override
    public void close() throws IOException {
        socket.close();
        for (Socket connection : connections) {
            connection.close();
        }
    }
}
