package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.awaitility.Awaitility;

/** A child process that runs a {@link StorePeer}. */
final class StoreProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(Integer.getInteger("patience", 600));

    /** The arguments of the processes of one role, the same in all lives. */
    record Life(
            String role,
            String url,
            int port,
            DeliveryAssurance assurance,
            boolean inOrder,
            String node,
            int lease,
            int timeoutSeconds) {
        /** Creates arguments with a database timeout of 60 s, longer than any statement takes on a busy machine. */
        Life(String role, String url, int port, DeliveryAssurance assurance, boolean inOrder, String node, int lease) {
            this(role, url, port, assurance, inOrder, node, lease, 60);
        }

        /**
         * Returns the same with a timeout of 5 s, for tests that freeze the database. Calls then fail soon; on a busy machine
         * some fail without a freeze.
         */
        Life impatient() {
            return new Life(role, url, port, assurance, inOrder, node, lease, 5);
        }

        StoreProcess start(Path log) {
            return start(log, "512m");
        }

        StoreProcess start(Path log, String heap) {
            return new StoreProcess(this, log, heap, Map.of());
        }

        StoreProcess start(Path log, Map<String, String> environment) {
            return new StoreProcess(this, log, "512m", environment);
        }
    }

    private final List<String> lines = new ArrayList<>();
    private final AtomicInteger calls = new AtomicInteger();
    private final Process process;
    private final File errors;
    private final Thread reader;

    private StoreProcess(Life life, Path log, String heap, Map<String, String> environment) {
        errors = log.toFile();
        try {
            ProcessBuilder builder = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            "-XX:TieredStopAtLevel=1",
                            "-XX:+UseSerialGC",
                            "-Xmx" + heap,
                            "-Dorg.slf4j.simpleLogger.showDateTime=true",
                            "-Dorg.slf4j.simpleLogger.defaultLogLevel=" + System.getProperty("peer.log", "error"),
                            StorePeer.class.getName(),
                            life.role(),
                            life.url(),
                            Integer.toString(life.port()),
                            life.assurance().name(),
                            Boolean.toString(life.inOrder()),
                            life.node(),
                            Integer.toString(life.lease()),
                            Integer.toString(life.timeoutSeconds()))
                    .redirectError(ProcessBuilder.Redirect.appendTo(errors));
            builder.environment().putAll(environment);
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        reader = new Thread(this::read, "test-child");
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                synchronized (lines) {
                    lines.add(line);
                }
                if (line.startsWith("put ")) {
                    calls.incrementAndGet();
                }
            }
        } catch (IOException killed) {
            // The output of a killed process ends like this.
        }
    }

    /** Waits until the process has started. */
    StoreProcess ready() {
        await("ready");
        return this;
    }

    void say(String line) {
        try {
            BufferedWriter out = new BufferedWriter(process.outputWriter());
            out.write(line);
            out.newLine();
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for a line. */
    String await(String beginning) {
        return await(0, beginning);
    }

    /** Writes a line to the process, and waits for a new line of its output. */
    String ask(String question, String beginning) {
        int before = told();
        say(question);
        return await(before, beginning);
    }

    private String await(int from, String beginning) {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(5))
                .atMost(PATIENCE)
                .until(() -> !process.isAlive() || find(from, beginning).isPresent());
        return find(from, beginning)
                .orElseThrow(() -> new IllegalStateException("the process has ended: " + rest(from) + last(errors)));
    }

    /** Returns the end of its error output. */
    private static String last(File log) {
        try {
            String text = Files.readString(log.toPath());
            return "\n" + text.substring(Math.max(0, text.length() - 4_000));
        } catch (IOException e) {
            return " and " + e;
        }
    }

    private Optional<String> find(int from, String beginning) {
        synchronized (lines) {
            return lines.subList(from, lines.size()).stream()
                    .filter(line -> line.startsWith(beginning))
                    .findFirst();
        }
    }

    boolean has(String line) {
        return find(0, line).isPresent();
    }

    int told() {
        synchronized (lines) {
            return lines.size();
        }
    }

    List<String> rest(int from) {
        synchronized (lines) {
            return new ArrayList<>(lines.subList(from, lines.size()));
        }
    }

    /** Returns the sequence and the order of each delivery, as a destination reports them. */
    List<String> delivered() {
        int before = told();
        ask("report", "reported");
        return rest(before).stream()
                .filter(line -> line.startsWith("delivered "))
                .map(line -> line.substring(10))
                .toList();
    }

    /** Returns the number of calls that have returned. */
    int calls() {
        return calls.get();
    }

    /** Returns the orders whose call has returned. */
    List<String> put() {
        return rest(0).stream()
                .filter(line -> line.startsWith("put "))
                .map(line -> line.substring(4))
                .toList();
    }

    /** Sends the process a signal, such as STOP. */
    void signal(String name) {
        try {
            Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
            assertThat(kill.waitFor(2, TimeUnit.MINUTES)).isTrue();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Kills the process (SIGKILL) and reads the rest of its output. */
    void kill() {
        process.destroyForcibly();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
            reader.join(TimeUnit.MINUTES.toMillis(2));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        kill();
    }
}
