package io.github.restartoracle.sample;

import io.github.restartoracle.harness.inject.NetworkNamespace;
import java.io.Closeable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Runs the application in a network namespace of its own, where the kernel cuts its links. Its ports cannot be reached from
 * outside, but a socket in a directory can. The first process forwards connections from the application's port to the socket,
 * and the second one from the socket to the application.
 */
final class OwnNetwork {
    /** The URL of the page, as seen from outside. */
    private static final String PAGE = "sample.page";

    /** The socket in a directory. */
    private static final String DOOR = "sample.door";

    private static final String PORT = "--server.port=";
    private static final int USUAL_PORT = 8080;
    private static final int BYTES = 8192;

    private OwnNetwork() {}

    /** Returns whether this is the second process. */
    static boolean isInside() {
        return System.getProperty(DOOR) != null;
    }

    /** Returns the URL of the page. */
    static String page(int port) {
        return System.getProperty(PAGE, "http://localhost:" + port + "/");
    }

    /**
     * Runs the application in a namespace until it ends.
     *
     * @return false if this machine cannot, or if this is the second process: then the application is to be run here
     */
    static boolean ran(Class<?> application, String... arguments) throws IOException, InterruptedException {
        if (isInside()) {
            return false;
        }
        Optional<String> obstacle = NetworkNamespace.obstacle();
        if (obstacle.isPresent()) {
            System.out.println("The links are a model, since this machine cannot make a network namespace ("
                    + obstacle.get() + "): nobody can see on it what canary sees on real links.");
            return false;
        }
        Path directory = Files.createTempDirectory("sample");
        Path door = directory.resolve("door");
        List<String> others = new ArrayList<>();
        int port = USUAL_PORT;
        for (String argument : arguments) {
            if (argument.startsWith(PORT)) {
                port = Integer.parseInt(argument.substring(PORT.length()));
            } else {
                others.add(argument);
            }
        }
        try (ServerSocketChannel outside = ServerSocketChannel.open()) {
            outside.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            int opened = ((InetSocketAddress) outside.getLocalAddress()).getPort();
            carry(outside, () -> SocketChannel.open(UnixDomainSocketAddress.of(door)));
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
            command.addAll(List.of(
                    "-D" + DOOR + "=" + door,
                    "-D" + PAGE + "=http://localhost:" + opened + "/",
                    "-cp",
                    System.getProperty("java.class.path"),
                    application.getName()));
            // These are all addresses of a network that no other process is in.
            command.add("--server.address=0.0.0.0");
            command.addAll(others);
            Process process = new ProcessBuilder(NetworkNamespace.command(command))
                    .inheritIO()
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
            process.waitFor();
        } finally {
            Files.deleteIfExists(door);
            Files.delete(directory);
        }
        return true;
    }

    /** Opens the socket of the second process; null in any other process. */
    static @Nullable Closeable open(int port) throws IOException {
        String door = System.getProperty(DOOR);
        if (door == null) {
            return null;
        }
        ServerSocketChannel inside = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        inside.bind(UnixDomainSocketAddress.of(door));
        carry(inside, () -> SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)));
        return inside;
    }

    private interface Opening {
        SocketChannel open() throws IOException;
    }

    private static void carry(ServerSocketChannel from, Opening to) {
        ExecutorService threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "door");
            thread.setDaemon(true);
            return thread;
        });
        Future<?> unused = threads.submit(() -> {
            while (true) {
                SocketChannel one = from.accept();
                threads.execute(() -> {
                    try (one;
                            SocketChannel other = to.open()) {
                        Future<?> back = threads.submit(() -> copy(other, one));
                        copy(one, other);
                        back.get();
                    } catch (Exception ended) {
                        // either end has closed, or the application does not listen yet
                    }
                });
            }
        });
    }

    private static Void copy(SocketChannel from, SocketChannel to) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(BYTES);
        while (from.read(buffer) >= 0) {
            buffer.flip();
            while (buffer.hasRemaining()) {
                to.write(buffer);
            }
            buffer.clear();
        }
        to.shutdownOutput();
        return null;
    }
}
