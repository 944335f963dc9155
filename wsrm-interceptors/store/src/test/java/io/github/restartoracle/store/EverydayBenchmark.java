package io.github.restartoracle.store;

import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.store.EverydayPeer.Calls;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures what becomes of messages in everyday life: a service that is killed and started again, clients that are made for one
 * call, sequences that end because they are idle. Each service and each client is a process of its own.
 *
 * <p>Not part of the build:
 *
 * <pre>./mvnw verify -pl wsrm-interceptors/store -am -Dtest=None -Dsurefire.failIfNoSpecifiedTests=false
 *     -Dit.test=EverydayBenchmark -Dfailsafe.failIfNoSpecifiedTests=false</pre>
 *
 * <p>{@code -Dsource=stock} lets CXF alone send. {@code -Drounds=50} are the rounds of each kind, {@code -Dparallel=4} those at a time, {@code -Ddown=30} the seconds for
 * which the service is away, {@code -Dservices=ours,stock} and {@code -Dstores=none,service,both} the kinds, {@code
 * -Dkinds=ONE_WAY,TWO_WAY,IN_ORDER} the calls, {@code -Dmany=220} those of a round, {@code -Devery=200} the milliseconds between
 * two of them (more than 6 s in all), {@code -Dclients=3000} the clients that are made for one call, {@code
 * -Didle=600} the seconds of calls to a service that ends idle sequences, {@code -Dpatience=120} the seconds that a round waits
 * for the last message, {@code -Dseed} repeats a run.
 */
class EverydayBenchmark {
    private static final int ROUNDS = Integer.getInteger("rounds", 50);
    private static final int PARALLEL = Integer.getInteger("parallel", 4);
    private static final int DOWN = Integer.getInteger("down", 30);
    private static final int CLIENTS = Integer.getInteger("clients", 3_000);
    private static final int IDLE = Integer.getInteger("idle", 600);
    private static final int PATIENCE = Integer.getInteger("patience", 120);
    private static final long SEED = Long.getLong("seed", System.nanoTime());
    private static final boolean OURS_SENDS =
            !System.getProperty("source", "ours").equals("stock");
    private static final int MANY = Integer.getInteger("many", 220);
    private static final int EVERY = Integer.getInteger("every", 200);

    @TempDir
    Path directory;

    /** A process, and what it has told. */
    private static final class Peer implements AutoCloseable {
        private final List<String> told = new ArrayList<>();
        private final Process process;
        final Path log;

        Peer(Path log, String role, String... properties) {
            this.log = log;
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-Xmx512m",
                    "-Dorg.slf4j.simpleLogger.showDateTime=true",
                    "-Dorg.slf4j.simpleLogger.defaultLogLevel=" + System.getProperty("peer.log", "warn")));
            command.addAll(List.of(properties));
            command.add(EverydayPeer.class.getName());
            command.add(role);
            try {
                process = new ProcessBuilder(command)
                        .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            Thread reader = new Thread(this::read, "reader");
            reader.setDaemon(true);
            reader.start();
        }

        private void read() {
            try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    synchronized (told) {
                        told.add(line);
                    }
                }
            } catch (IOException killed) {
                // The output of a killed process ends like this.
            }
        }

        /** Returns what it has told of one kind, without the kind, with the time in front. */
        List<String> told(String kind) {
            synchronized (told) {
                return told.stream()
                        .filter(line -> line.split(" ", 3)[1].equals(kind))
                        .toList();
            }
        }

        void await(String kind) {
            EverydayBenchmark.await(kind, () -> !told(kind).isEmpty() || !process.isAlive());
            if (told(kind).isEmpty()) {
                throw new IllegalStateException("a process has ended before it was " + kind + ", see " + log);
            }
        }

        String state() {
            int before = told("state").size();
            try {
                process.getOutputStream().write('\n');
                process.getOutputStream().flush();
            } catch (IOException e) {
                return "has ended";
            }
            EverydayBenchmark.await("state", () -> told("state").size() > before);
            return told("state").get(before).split(" ", 3)[2];
        }

        void kill() {
            process.destroyForcibly();
            process.onExit().join();
        }

        @Override
        public void close() {
            kill();
        }
    }

    private static void await(String what, BooleanSupplier condition) {
        Awaitility.await(what)
                .atMost(Duration.ofMinutes(15))
                .pollInterval(Duration.ofMillis(20))
                .until(condition::getAsBoolean);
    }

    private static void pause(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> listed(String property, String otherwise) {
        return List.of(System.getProperty(property, otherwise).split(",", -1));
    }

    /** A kind of rounds. */
    private record Kind(Calls calls, boolean oursServes, String stores) {
        @Override
        public String toString() {
            return String.format("%-8s service %-5s store %-7s", calls, oursServes ? "ours" : "stock", stores);
        }

        private String[] properties(int port, boolean ours, @Nullable Path store, String... more) {
            List<String> all = new ArrayList<>(List.of(
                    "-Dport=" + port, "-Dours=" + ours, "-Dcalls=" + calls, "-Dmany=" + MANY, "-Devery=" + EVERY));
            if (store != null) {
                all.add("-Dstore=jdbc:h2:file:" + store);
            }
            all.addAll(Arrays.asList(more));
            return all.toArray(String[]::new);
        }

        String[] service(int port, Path files, String... more) {
            return properties(port, oursServes, stores.equals("none") ? null : files.resolve("service"), more);
        }

        String[] client(int port, Path files, String... more) {
            return properties(port, OURS_SENDS, stores.equals("both") ? files.resolve("client") : null, more);
        }
    }

    /** The result of a round. */
    private record Round(
            long seed,
            int called,
            int failed,
            int arrived,
            int copies,
            int disordered,
            double lastSeconds,
            long lines,
            String state) {
        private boolean isComplete() {
            return arrived == MANY && disordered == 0 && failed == 0;
        }
    }

    private Round restart(Kind kind, long seed) {
        try {
            Path files = Files.createDirectory(directory.resolve("round" + seed));
            int port = FreePort.next();
            Random random = new Random(seed);
            List<String> got = new ArrayList<>();
            try (Peer first = new Peer(files.resolve("service.log"), "service", kind.service(port, files))) {
                first.await("ready");
                try (Peer client = new Peer(files.resolve("client.log"), "client", kind.client(port, files))) {
                    client.await("ready");
                    // A client whose service is away from the start is told so at once.
                    client.await("called");
                    pause(2_000 + random.nextInt(MANY * EVERY - 6_000));
                    first.kill();
                    pause(TimeUnit.SECONDS.toMillis(DOWN));
                    try (Peer second = new Peer(files.resolve("service.log"), "service", kind.service(port, files))) {
                        second.await("ready");
                        client.await("done");
                        long upMillis = millis(second.told("ready").get(0));
                        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE);
                        Set<String> orders = new HashSet<>();
                        do {
                            pause(200);
                            orders.clear();
                            first.told("got").forEach(line -> orders.add(line.split(" ", 3)[2]));
                            second.told("got").forEach(line -> orders.add(line.split(" ", 3)[2]));
                        } while ((orders.size() < MANY
                                        || client.told("called").size()
                                                        + client.told("failed").size()
                                                < MANY)
                                && System.nanoTime() < endNanos);
                        pause(1_000);
                        got.addAll(first.told("got"));
                        got.addAll(second.told("got"));
                        return new Round(
                                seed,
                                client.told("called").size(),
                                client.told("failed").size(),
                                orders.size(),
                                got.size() - orders.size(),
                                kind.calls() == Calls.IN_ORDER ? disordered(got) : 0,
                                lastSeconds(client, second, upMillis),
                                Files.readAllLines(client.log).size(),
                                orders.size() < MANY ? client.state() : "");
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long millis(String line) {
        return Long.parseLong(line.substring(0, line.indexOf(' ')));
    }

    /** Returns the seconds from the start of the service to the last of the messages that waited for it. */
    private static double lastSeconds(Peer client, Peer service, long upMillis) {
        Map<String, Long> begun = begun(client);
        return service.told("got").stream()
                                .filter(line -> begun.getOrDefault(line.split(" ", -1)[2], 0L) < upMillis)
                                .mapToLong(EverydayBenchmark::millis)
                                .max()
                                .orElse(upMillis)
                        / 1e3
                - upMillis / 1e3;
    }

    private static int disordered(List<String> got) {
        Set<String> known = new HashSet<>();
        int highest = 0;
        int disordered = 0;
        for (String line : got) {
            String order = line.split(" ", 3)[2];
            int number = Integer.parseInt(order.substring(1));
            if (known.add(order) && number < highest) {
                disordered++;
            }
            highest = Math.max(highest, number);
        }
        return disordered;
    }

    @Test
    void shouldTellWhatArrivesWhenTheServiceStartsAgain() throws InterruptedException, ExecutionException {
        System.out.printf("everyday: -Dseed=%d, service away for %d s%n", SEED, DOWN);
        Map<String, List<Future<Round>>> rounds = new TreeMap<>();
        ExecutorService threads = Executors.newFixedThreadPool(PARALLEL);
        Random seeds = new Random(SEED);
        for (int i = 0; i < ROUNDS; i++) {
            for (String calls : listed("kinds", "ONE_WAY,TWO_WAY,IN_ORDER")) {
                for (String service : listed("services", "ours,stock")) {
                    for (String stores : listed("stores", "none,service,both")) {
                        Kind kind = new Kind(Calls.valueOf(calls), service.equals("ours"), stores);
                        long seed = seeds.nextInt(Integer.MAX_VALUE);
                        rounds.computeIfAbsent(kind.toString(), key -> new ArrayList<>())
                                .add(threads.submit(() -> told(kind, restart(kind, seed))));
                    }
                }
            }
        }
        threads.shutdown();
        StringBuilder table = new StringBuilder();
        for (Map.Entry<String, List<Future<Round>>> each : rounds.entrySet()) {
            List<Round> all = new ArrayList<>();
            for (Future<Round> round : each.getValue()) {
                all.add(round.get());
            }
            table.append(String.format(
                    Locale.ROOT,
                    "%s: complete in %d of %d; arrived %d of %d, failed %d, copies %d, disordered %d; last %.1f to %.1f s;"
                            + " log lines %d to %d%n",
                    each.getKey(),
                    all.stream().filter(Round::isComplete).count(),
                    all.size(),
                    all.stream().mapToInt(Round::arrived).sum(),
                    all.size() * MANY,
                    all.stream().mapToInt(Round::failed).sum(),
                    all.stream().mapToInt(Round::copies).sum(),
                    all.stream().mapToInt(Round::disordered).sum(),
                    all.stream().mapToDouble(Round::lastSeconds).min().orElse(-1),
                    all.stream().mapToDouble(Round::lastSeconds).max().orElse(-1),
                    all.stream().mapToLong(Round::lines).min().orElse(-1),
                    all.stream().mapToLong(Round::lines).max().orElse(-1)));
        }
        System.out.print(table);
    }

    private static Round told(Kind kind, Round round) {
        System.out.println(kind + " " + round);
        return round;
    }

    @Test
    void shouldTellWhatClientsForOneCallCost() throws IOException {
        for (boolean away : new boolean[] {false, true}) {
            for (String stores : listed("stores", "none,both")) {
                Kind kind = new Kind(Calls.ONE_WAY, true, stores);
                Path files = Files.createDirectory(directory.resolve("clients-" + stores + away));
                int port = FreePort.next();
                List<String> got = new ArrayList<>();
                Peer first = new Peer(files.resolve("service.log"), "service", kind.service(port, files));
                first.await("ready");
                String many = "-Dmany=" + CLIENTS;
                try (Peer client = new Peer(files.resolve("client.log"), "clients", kind.client(port, files, many))) {
                    client.await("called");
                    Peer second = first;
                    if (away) {
                        await("some", () -> client.told("called").size() > CLIENTS / 4);
                        first.kill();
                        pause(20_000);
                        second = new Peer(files.resolve("service.log"), "service", kind.service(port, files));
                        second.await("ready");
                    }
                    Peer last = second;
                    client.await("done");
                    long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE);
                    Set<String> orders = new HashSet<>();
                    do {
                        pause(200);
                        got.clear();
                        got.addAll(first.told("got"));
                        if (last != first) {
                            got.addAll(last.told("got"));
                        }
                        got.forEach(line -> orders.add(line.split(" ", 3)[2]));
                    } while (orders.size() < CLIENTS && System.nanoTime() < endNanos);
                    pause(2_000);
                    System.out.printf(
                            "clients: store %s, service away %s: arrived %d of %d, in all %d, failed %d %s; heap %s; slowest call"
                                    + " %d ms; then %s; log lines %d%n",
                            stores,
                            away,
                            orders.size(),
                            CLIENTS,
                            got.size(),
                            client.told("failed").size(),
                            client.told("failed").stream().limit(3).toList(),
                            client.told("heap"),
                            slowest(client),
                            client.state(),
                            Files.readAllLines(client.log).size());
                    last.kill();
                }
                first.kill();
            }
        }
    }

    private static long slowest(Peer client) {
        return client.told("called").stream()
                .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
                .max()
                .orElse(-1);
    }

    @Test
    void shouldTellHowLongCallsTakeWhoseSequenceHasEnded() throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newCachedThreadPool();
        List<Future<String>> results = new ArrayList<>();
        for (Calls calls : List.of(Calls.ONE_WAY, Calls.TWO_WAY)) {
            for (String service : listed("services", "ours,stock")) {
                Kind kind = new Kind(calls, service.equals("ours"), "none");
                results.add(threads.submit(() -> idle(kind)));
            }
        }
        threads.shutdown();
        for (Future<String> result : results) {
            System.out.println(result.get());
        }
    }

    private String idle(Kind kind) throws IOException {
        Path files = Files.createDirectory(directory.resolve("idle-" + kind.calls() + kind.oursServes()));
        int port = FreePort.next();
        int many = Math.max(1, IDLE / 8);
        try (Peer serving = new Peer(
                        files.resolve("service.log"), "service", kind.service(port, files, "-Dinactivity=3000"));
                Peer client = new Peer(
                        files.resolve("client.log"),
                        "client",
                        kind.client(port, files, "-Dmany=" + many, "-Devery=8000"))) {
            client.await("done");
            pause(5_000);
            long[] delays = delays(client, serving);
            return String.format(
                    Locale.ROOT,
                    "idle: %s: arrived %d of %d, in all %d, failed %d; arrival after the call: median %d, longest two"
                            + " %d and %d ms; slowest call %d ms; log lines %d",
                    kind,
                    delays.length,
                    many,
                    serving.told("got").size(),
                    client.told("failed").size(),
                    delays.length == 0 ? -1 : delays[delays.length / 2],
                    delays.length < 2 ? -1 : delays[delays.length - 2],
                    delays.length == 0 ? -1 : delays[delays.length - 1],
                    slowest(client),
                    Files.readAllLines(client.log).size());
        }
    }

    /** Returns the times at which the calls began. */
    private static Map<String, Long> begun(Peer client) {
        Map<String, Long> begun = new TreeMap<>();
        client.told("called").forEach(line -> {
            String[] words = line.split(" ", -1);
            begun.put(words[2], millis(line) - Long.parseLong(words[3]));
        });
        return begun;
    }

    /** Returns the times from the beginnings of the calls to the first arrivals of their orders, in ms, sorted. */
    private static long[] delays(Peer client, Peer service) {
        Map<String, Long> begun = begun(client);
        Map<String, Long> arrived = new TreeMap<>();
        service.told("got").forEach(line -> arrived.putIfAbsent(line.split(" ", -1)[2], millis(line)));
        return arrived.entrySet().stream()
                .filter(entry -> begun.containsKey(entry.getKey()))
                .mapToLong(entry -> entry.getValue() - begun.getOrDefault(entry.getKey(), 0L))
                .sorted()
                .toArray();
    }
}
