package io.github.restartoracle.interop;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Another stack, in a JVM and on a class path of its own, controlled by lines. Not thread-safe, except {@link #deliveries}. */
final class Peer implements AutoCloseable {
    private static final String DELIVERED = "delivered ";
    private static final Pattern REPLY = Pattern.compile("ready$|returned |failed |closed\t");

    private final String name;
    private final Path log;
    private final Process process;
    private final BufferedWriter input;
    private final BlockingQueue<String> replies = new LinkedBlockingQueue<>();
    private final Map<String, List<Long>> deliveries = new ConcurrentHashMap<>();

    /**
     * Starts a peer.
     *
     * @param name the folder of its module
     */
    Peer(String name, String mainClass) throws IOException {
        Path target = Path.of(System.getProperty("peers"), name, "target");
        this.name = name;
        this.log = Path.of(System.getProperty("table")).resolveSibling(name + ".log");
        Files.deleteIfExists(log);
        String classPath = target.resolve("classes")
                + System.getProperty("path.separator")
                + Files.readString(target.resolve("class-path"));
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        classPath,
                        mainClass)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        input = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        Thread reader = new Thread(this::read, "test-peer-" + name);
        reader.setDaemon(true);
        reader.start();
    }

    static Peer metro() throws IOException {
        return new Peer("metro", "io.github.restartoracle.interop.metro.MetroPeer");
    }

    static Peer sandesha2() throws IOException {
        return new Peer("sandesha2", "io.github.restartoracle.interop.sandesha2.SandeshaPeer");
    }

    private void read() {
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (line.startsWith(DELIVERED)) {
                    deliveries
                            .computeIfAbsent(line.substring(DELIVERED.length()), order -> new CopyOnWriteArrayList<>())
                            .add(System.nanoTime());
                } else if (REPLY.matcher(line).lookingAt()) {
                    replies.add(line);
                } else {
                    // A stack may print other lines there as well.
                    Files.writeString(log, line + System.lineSeparator(), StandardOpenOption.APPEND);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            replies.add("the process has ended");
        }
    }

    /** Runs a command to its end. */
    String run(String command) {
        try {
            input.write(command);
            input.newLine();
            input.flush();
            String reply = replies.poll(120, TimeUnit.SECONDS);
            if (reply == null) {
                throw new IllegalStateException(name + " does not answer to \"" + command + "\", see " + log);
            }
            return reply;
        } catch (IOException e) {
            throw new UncheckedIOException(name + " has ended, see " + log, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Runs a command that must succeed. */
    void mustRun(String command) {
        String reply = run(command);
        if (!reply.equals("ready")) {
            throw new IllegalStateException(name + " answers \"" + reply + "\" to \"" + command + "\", see " + log);
        }
    }

    /** {@return times of {@link System#nanoTime()} at which each order was delivered to the service of the peer} */
    Map<String, List<Long>> deliveries() {
        return deliveries;
    }

    @Override
    public void close() {
        try {
            input.close();
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
