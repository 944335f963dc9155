import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The other end: answers, stops answering on the connections it has, or refuses connections. */
final class Peer implements AutoCloseable {
    private static final byte[] ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final ServerSocket server;
    private final List<Socket> held = new ArrayList<>();
    private volatile int generation;

    /** "end of stream" or "reset", for each connection that the client closed. */
    final BlockingQueue<String> closes = new LinkedBlockingQueue<>();

    private Peer(int backlog) throws IOException {
        server = new ServerSocket(0, backlog, InetAddress.getLoopbackAddress());
    }

    static Peer answering() throws IOException {
        Peer peer = new Peer(1024);
        peer.thread(peer::accept);
        return peer;
    }

    /** Its queue of connections is full, so the kernel ignores each SYN. */
    static Peer unreachable() throws IOException {
        Peer peer = new Peer(1);
        while (true) {
            Socket socket = new Socket();
            peer.held.add(socket);
            try {
                socket.connect(peer.address(), 300);
            } catch (SocketTimeoutException full) {
                return peer;
            }
        }
    }

    InetSocketAddress address() {
        return new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
    }

    /** The connections made so far are never answered again; later ones are. */
    void fallSilent() {
        generation++;
    }

    /** The client's sockets that are connecting to this peer. */
    int connecting() throws IOException {
        String suffix = ":%04X".formatted(server.getLocalPort());
        int count = 0;
        for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
            for (String line : Files.readAllLines(Path.of(table))) {
                String[] columns = line.trim().split("\\s+");
                if (columns[2].endsWith(suffix) && columns[3].equals("02")) {
                    count++;
                }
            }
        }
        return count;
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                thread(() -> serve(socket, generation));
            }
        } catch (IOException closed) {
            // The end.
        }
    }

    private void serve(Socket socket, int born) {
        try (socket) {
            InputStream in = socket.getInputStream();
            int last = 0;
            for (int next = in.read(); next >= 0; next = in.read()) {
                // The requests have no body: the empty line ends them.
                last = last << 8 | next;
                if (last == 0x0D0A0D0A && born == generation) {
                    socket.getOutputStream().write(ANSWER);
                }
            }
            closes.add("end of stream");
        } catch (SocketException reset) {
            closes.add("reset");
        } catch (IOException other) {
            closes.add(other.toString());
        }
    }

    private void thread(Runnable work) {
        Thread thread = new Thread(work, "peer");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : held) {
            socket.close();
        }
    }
}
