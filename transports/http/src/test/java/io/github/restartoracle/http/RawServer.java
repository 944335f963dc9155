package io.github.restartoracle.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An HTTP server on a bare socket that follows the script of a test, even against the protocol. */
final class RawServer implements AutoCloseable {
    static final String ACCEPTED = "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n";

    private static final Pattern LENGTH = Pattern.compile("(?im)^content-length:\\s*(\\d+)");

    /** Serves one connection, in a thread of its own. */
    @FunctionalInterface
    interface Script {
        void serve(Connection connection) throws Exception;
    }

    private final ServerSocket listening;
    private final Script script;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final AtomicInteger withData = new AtomicInteger();

    /** Creates a server that accepts at once. */
    RawServer(Script script) throws IOException {
        this(new ServerSocket(0, 1000, InetAddress.getLoopbackAddress()), script);
        accept();
    }

    /** Creates a server that accepts when {@link #accept} is called. */
    RawServer(ServerSocket listening, Script script) {
        this.listening = listening;
        this.script = script;
    }

    /** Answers every request of every connection with the same text. */
    static RawServer answering(String response) throws IOException {
        return new RawServer(connection -> {
            while (connection.request() != null) {
                connection.send(response);
            }
        });
    }

    static String soap(int status, String reason, String body) {
        String envelope = "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>" + body
                + "</s:Body></s:Envelope>";
        return "HTTP/1.1 " + status + " " + reason + "\r\nContent-Type: text/xml; charset=UTF-8\r\nContent-Length: "
                + envelope.length() + "\r\n\r\n" + envelope;
    }

    void accept() {
        start(() -> {
            while (!listening.isClosed()) {
                Socket socket = listening.accept();
                sockets.add(socket);
                start(() -> script.serve(new Connection(socket)));
            }
        });
    }

    private static void start(Step step) {
        Thread thread = new Thread(() -> {
            try {
                step.run();
            } catch (Exception closed) {
                // The test checks the data that arrived.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @FunctionalInterface
    private interface Step {
        void run() throws Exception;
    }

    int port() {
        return listening.getLocalPort();
    }

    String url() {
        return "http://127.0.0.1:" + port() + "/service";
    }

    int connections() {
        return sockets.size();
    }

    /** Returns the number of connections on which at least one byte arrived. */
    int connectionsWithData() {
        return withData.get();
    }

    /** Returns heads and bodies in order of arrival. */
    List<String> requests() {
        return requests;
    }

    /** Fills the accept queue, so that further connects hang. */
    static ServerSocket full(List<Socket> fillers) throws IOException {
        return full(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()), fillers);
    }

    /** Fills the queue of a server with an accept queue of 1. */
    static ServerSocket full(ServerSocket full, List<Socket> fillers) throws IOException {
        while (true) {
            Socket filler = new Socket();
            fillers.add(filler);
            try {
                filler.connect(new InetSocketAddress(full.getInetAddress(), full.getLocalPort()), 200);
            } catch (IOException timeout) {
                return full;
            }
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    /** One accepted connection. */
    final class Connection {
        private final Socket socket;
        private final InputStream in;
        private boolean counted;

        private Connection(Socket socket) throws IOException {
            this.socket = socket;
            this.in = new BufferedInputStream(socket.getInputStream());
        }

        /** Returns the next request, head and body; null at the end. */
        @Nullable
        String request() throws IOException {
            ByteArrayOutputStream head = new ByteArrayOutputStream();
            while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
                int next = in.read();
                if (next < 0) {
                    return null;
                }
                if (!counted) {
                    counted = true;
                    withData.incrementAndGet();
                }
                head.write(next);
            }
            String request = head.toString(StandardCharsets.ISO_8859_1);
            Matcher length = LENGTH.matcher(request);
            if (length.find()) {
                byte[] body = in.readNBytes(Integer.parseInt(length.group(1)));
                request += new String(body, StandardCharsets.UTF_8);
            }
            requests.add(request);
            return request;
        }

        void send(String response) throws IOException {
            socket.getOutputStream().write(response.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
        }

        void close() throws IOException {
            socket.close();
        }

        void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }
    }
}
