package io.github.restartoracle.store;

import io.github.restartoracle.house.CuttableLink;
import io.github.restartoracle.house.FreePort;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;

/**
 * Two processes send the orders of one service from one PostgreSQL, and two receive them into another one, behind one address,
 * in order and exactly once. One process of each side keeps its name over its lives.
 */
final class TwoSides implements AutoCloseable {
    static final int LEASE_MILLIS = 2_000;
    /** The number of calls that a source makes before it pauses, so that an order only waits if something fails. */
    private static final int CHUNK = 5;

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Path directory;
    private final String sourceUrl;
    private final String destinationUrl;
    private final CuttableLink front;
    private final List<Node> all = new ArrayList<>();
    /** The output of processes that are dead. */
    private final List<String> former = new ArrayList<>();

    /** One of the four nodes, over all its lives. */
    final class Node implements Turmoil.Node {
        private final StoreProcess.Life life;
        private final String name;
        private StoreProcess child;
        private int lives;
        private int next;
        private boolean runs;
        private long saidNanos;

        private Node(String name, StoreProcess.Life life) {
            this.name = name;
            this.life = life;
            start();
            all.add(this);
        }

        @Override
        public String name() {
            return name;
        }

        boolean sends() {
            return life.role().equals("source");
        }

        @Override
        public void start() {
            child = life.start(directory.resolve(name + ".log"));
            lives++;
            next = 0;
            runs = true;
        }

        @Override
        public void kill() {
            child.kill();
            runs = false;
            former.addAll(child.rest(0));
        }

        @Override
        public void signal(String signal) {
            child.signal(signal);
            runs = !signal.equals("STOP");
        }

        /** Tells the node to send more if it has sent all orders so far. */
        private void keepBusy() {
            long nowNanos = System.nanoTime();
            if (runs
                    && sends()
                    && child.has("ready")
                    && (next == 0 || (nowNanos - saidNanos >= PAUSE_NANOS && isDone()))) {
                saidNanos = nowNanos;
                child.say("put " + prefix() + " " + next + " " + (next + CHUNK - 1));
                next += CHUNK;
            }
        }

        private boolean isDone() {
            return child.has("done " + prefix() + (next - 1));
        }

        private String prefix() {
            return name + String.format("%04d-", lives);
        }
    }

    TwoSides(Path directory, String sourceUrl, String destinationUrl) {
        this.directory = directory;
        this.sourceUrl = sourceUrl;
        this.destinationUrl = destinationUrl;
        Stream.of("x", "y").forEach(name -> node("destination", name, destinationUrl, FreePort.next()));
        this.front = new CuttableLink(
                FreePort.next(), all.stream().map(node -> node.life.port()).toArray(Integer[]::new));
        Stream.of("a", "b").forEach(name -> node("source", name, sourceUrl, front.port));
        pass(0);
        finish();
    }

    private void node(String role, String name, String url, int port) {
        String kept = name.equals("a") || name.equals("x") ? name : "";
        Node node = new Node(
                name,
                new StoreProcess.Life(role, url, port, DeliveryAssurance.EXACTLY_ONCE, true, kept, LEASE_MILLIS)
                        .impatient());
        node.child.ready();
    }

    List<Node> nodes() {
        return List.copyOf(all);
    }

    /** Lets time pass, in which the running nodes send. */
    void pass(long millis) {
        long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        do {
            all.forEach(Node::keepBusy);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        } while (System.nanoTime() < endNanos);
    }

    /** Waits until every source has made the calls that it was told to make. A source that just started has none. */
    void finish() {
        all.stream()
                .filter(node -> node.sends() && node.next > 0)
                .forEach(node -> node.child.await("done " + node.prefix() + (node.next - 1)));
    }

    /** Returns the orders whose call has returned. */
    List<String> put() {
        return told("put ");
    }

    /** Returns the orders whose call has failed. */
    List<String> failed() {
        return told("failed ");
    }

    private List<String> told(String beginning) {
        return Stream.concat(former.stream(), all.stream().flatMap(node -> node.child.rest(0).stream()))
                .filter(line -> line.startsWith(beginning))
                .map(line -> line.split(" ", -1)[1])
                .distinct()
                .toList();
    }

    /** Returns the delivered orders, by sequence and by the node that made the call: a sequence goes on after a take-over. */
    Map<String, List<String>> delivered() {
        Map<String, List<String>> delivered = new LinkedHashMap<>();
        query(
                destinationUrl,
                "SELECT sequence_name, body FROM delivered ORDER BY id",
                row -> delivered
                        .computeIfAbsent(
                                row.getString(1) + " " + row.getString(2).charAt(0), any -> new ArrayList<>())
                        .add(row.getString(2)));
        return delivered;
    }

    List<String> orders() {
        return delivered().values().stream().flatMap(List::stream).toList();
    }

    /** Returns the given orders that were not delivered; all of them if the database does not answer. */
    List<String> missing(List<String> orders) {
        Set<String> missing = new LinkedHashSet<>(orders);
        try {
            orders().forEach(missing::remove);
        } catch (IllegalStateException silent) {
            return orders;
        }
        return List.copyOf(missing);
    }

    /** Lets time pass until a node has started. */
    void await(Node node) {
        while (!node.child.has("ready")) {
            pass(50);
        }
    }

    /** Returns whether one node of a side has all sequences of it, and is the only one that renews its lease. */
    boolean isServedByOneNode(boolean sources) {
        String url = sources ? sourceUrl : destinationUrl;
        String table = sources ? "restart_oracle_source" : "restart_oracle_destination";
        List<Long> counts = new ArrayList<>();
        query(
                url,
                "SELECT (SELECT COUNT(*) FROM restart_oracle_node), (SELECT COUNT(*) FROM " + table
                        + " s WHERE NOT EXISTS (SELECT 1 FROM restart_oracle_node n WHERE n.token = s.owner_token))",
                row -> {
                    counts.add(row.getLong(1));
                    counts.add(row.getLong(2));
                });
        return counts.equals(List.of(1L, 0L));
    }

    private interface Reader {
        void read(ResultSet row) throws SQLException;
    }

    private static void query(String url, String sql, Reader reader) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                reader.read(rows);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        all.forEach(Node::kill);
        front.close();
    }
}
