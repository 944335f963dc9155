package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.house.FreePort;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A PostgreSQL server of one test, which can be stopped, killed and frozen, and restarts with the same files. */
final class PostgresServer implements AutoCloseable {
    private final Path directory;
    private final int port = FreePort.next();
    private @Nullable EmbeddedPostgres server;

    /** Starts a server. */
    PostgresServer(Path directory) {
        this.directory = directory;
        start();
    }

    void start() {
        File log = directory.resolveSibling("postgres.log").toFile();
        try {
            server = EmbeddedPostgres.builder()
                    .setDataDirectory(directory)
                    .setCleanDataDirectory(false)
                    .setPort(port)
                    .setOutputRedirector(ProcessBuilder.Redirect.appendTo(log))
                    .setErrorRedirector(ProcessBuilder.Redirect.appendTo(log))
                    // The embedded server's default loses the last commits.
                    .setServerConfig("synchronous_commit", "on")
                    .setPGStartupWait(Duration.ofMinutes(2))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage() + lastOf(log.toPath()), e);
        }
    }

    /** Returns the last lines of a log, each after a line break. */
    private static String lastOf(Path log) {
        try (Stream<String> lines = Files.lines(log)) {
            List<String> all = lines.toList();
            return "\n" + String.join("\n", all.subList(Math.max(0, all.size() - 10), all.size()));
        } catch (IOException e) {
            return ", without a log: " + e;
        }
    }

    /** Creates a database, and returns its URL. */
    String newDatabase(String name) {
        try (Connection connection = present().getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return "jdbc:postgresql://localhost:" + port + "/" + name + "?user=postgres";
    }

    private EmbeddedPostgres present() {
        if (server == null) {
            throw new IllegalStateException("the server is stopped");
        }
        return server;
    }

    /** Stops the server in the fast mode of an administrator. */
    void stop() {
        List<ProcessHandle> all = processes();
        try {
            present().close();
            server = null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        // The files are kept if the stop takes longer than the embedded server waits for it.
        awaitEnd(all);
    }

    private static void awaitEnd(List<ProcessHandle> processes) {
        await().atMost(Duration.ofMinutes(2)).until(() -> processes.stream().noneMatch(ProcessHandle::isAlive));
    }

    /** Stops a process that is there, so that it begins no other. */
    private static void freeze(ProcessHandle process) {
        run("STOP", List.of(process));
        await().atMost(Duration.ofMinutes(2)).until(() -> !process.isAlive() || isStopped(process));
    }

    private static boolean isStopped(ProcessHandle process) {
        try {
            String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) == 'T';
        } catch (IOException gone) {
            return true;
        }
    }

    private List<ProcessHandle> processes() {
        if (!Files.exists(directory.resolve("postmaster.pid"))) {
            return List.of();
        }
        return ProcessHandle.of(postmaster()).stream()
                .flatMap(postmaster -> Stream.concat(Stream.of(postmaster), postmaster.descendants()))
                .toList();
    }

    private long postmaster() {
        try {
            return Long.parseLong(
                    Files.readAllLines(directory.resolve("postmaster.pid")).get(0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends SIGKILL to all its processes, when none can begin another: one that is left keeps a server from starting. */
    void kill() {
        processes().stream().findFirst().ifPresent(PostgresServer::freeze);
        List<ProcessHandle> all = processes();
        run("KILL", all);
        awaitEnd(all);
        try {
            present().close();
        } catch (IOException | RuntimeException expected) {
            // There is no process to end any more.
        }
        server = null;
    }

    /** Sends SIGKILL to a process that serves a connection; the server then ends all connections and recovers. */
    void killBackend() {
        ProcessHandle.of(postmaster())
                .orElseThrow()
                .children()
                .filter(PostgresServer::isBackend)
                .findFirst()
                .ifPresent(process -> run("KILL", List.of(process)));
    }

    /** Makes the server begin a new file, if it can. */
    void takeRoom() {
        try (Connection connection = present().getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_switch_wal()");
        } catch (SQLException full) {
            // The disk is full already.
        }
    }

    /** Ends all connections except its own, as an administrator does. */
    void terminateConnections() {
        try (Connection connection = present().getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    + " WHERE pid <> pg_backend_pid() AND datname IS NOT NULL");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isBackend(ProcessHandle process) {
        try {
            String command = Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"));
            return command.contains("postgres: postgres ");
        } catch (IOException gone) {
            return false;
        }
    }

    /** Sends a signal, such as STOP or CONT, to all its processes. */
    void signal(String name) {
        run(name, processes());
    }

    private static void run(String signal, List<ProcessHandle> processes) {
        if (processes.isEmpty()) {
            return;
        }
        List<String> command = Stream.concat(
                        Stream.of("kill", "-" + signal),
                        processes.stream().map(process -> Long.toString(process.pid())))
                .toList();
        try {
            Process kill = new ProcessBuilder(command).start();
            assertThat(kill.waitFor(2, TimeUnit.MINUTES)).isTrue();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns whether a connection can be opened within some seconds. */
    boolean answers() {
        for (int attempt = 0; attempt < 50; attempt++) {
            try (Connection connection = present().getPostgresDatabase().getConnection()) {
                return connection.isValid(5);
            } catch (SQLException e) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
            }
        }
        return false;
    }

    @Override
    public void close() {
        if (server != null) {
            stop();
        }
    }
}
