package io.github.restartoracle.store;

import io.github.restartoracle.house.CuttableLink;
import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.wsrm.event.GivenUpDelivery;
import io.github.restartoracle.wsrm.event.GivenUpMessage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs clients and one or two services as in production: CXF buses, HTTP over loopback, databases, threads and time are real. The
 * seed draws the faults. After the faults every message must arrive, unless the application was told that the message is lost.
 */
@SuppressWarnings("NullAway.Init") // both processes are started first
final class BusWorld implements AutoCloseable {
    /** The number of worlds that may run at once. */
    static final int AT_ONCE = 12;

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(Long.getLong("patience", 120));

    /** The ports of two services and of the link to them. */
    private record Ports(int first, int second, int link) {}

    /** The ports that no world uses at present. */
    private static final BlockingQueue<Ports> FREE = new LinkedBlockingQueue<>(IntStream.range(0, AT_ONCE)
            .mapToObj(i -> new Ports(FreePort.next(), FreePort.next(), FreePort.next()))
            .toList());

    /** A fault of the link, from the first of several at once to the last. Thread-safe. */
    private static final class Overlap {
        private final Runnable begin;
        private final Runnable end;
        private int present;

        private Overlap(Runnable begin, Runnable end) {
            this.begin = begin;
            this.end = end;
        }

        private synchronized void begin() {
            if (present++ == 0) {
                begin.run();
            }
        }

        private synchronized void end() {
            if (--present == 0) {
                end.run();
            }
        }
    }

    private final BusPlan plan;
    private volatile long startNanos = System.nanoTime();
    private final ConcurrentLinkedQueue<String> trace = new ConcurrentLinkedQueue<>();
    private final BusRecord record;
    private final Map<Integer, Boolean> closing = new ConcurrentHashMap<>();
    private final List<String> broken = Collections.synchronizedList(new ArrayList<>());
    private @Nullable SwitchedDatabase sourceDatabase;
    private final @Nullable SwitchedDatabase destinationDatabase;
    private volatile BusProcess source;
    private final List<BusProcess> services = new CopyOnWriteArrayList<>();
    private final Integer[] ports;
    private final CuttableLink link;
    private int lives;
    private final AtomicInteger discarded = new AtomicInteger();
    private volatile boolean fails;
    private volatile boolean slow;
    private volatile boolean refuses;
    /** The number of reasons for making no calls. */
    private final AtomicInteger pauses = new AtomicInteger();

    /** Held while a process ends and the next one begins. */
    private final Object restarts = new Object();

    private final Overlap cuts;
    private final Overlap holds;

    private BusWorld(BusPlan plan, Ports ports) {
        this.plan = plan;
        this.ports = plan.nodes == 1 ? new Integer[] {ports.first()} : new Integer[] {ports.first(), ports.second()};
        this.link = new CuttableLink(ports.link(), this.ports);
        this.cuts = new Overlap(link::cut, link::restore);
        this.holds = new Overlap(link::holdAnswers, link::releaseAnswers);
        this.sourceDatabase = plan.sourceStore ? SwitchedDatabase.inMemory() : null;
        this.destinationDatabase = !plan.destinationStore
                ? null
                : plan.nodes > 1 ? SwitchedDatabase.onServer() : SwitchedDatabase.inMemory();
        this.record = new BusRecord(plan, destinationDatabase == null ? null : destinationDatabase.forNextProcess());
    }

    /** Runs a world; returns the violations with the plan and the trace, an empty text if there are none. */
    static String run(long seed) throws InterruptedException {
        BusPlan plan = new BusPlan(seed);
        // Nobody else gets its ports while a service is down or the link is cut.
        Ports ports = FREE.take();
        try (BusWorld world = new BusWorld(plan, ports)) {
            world.run();
            return world.broken.isEmpty()
                    ? ""
                    : plan + "\n  " + String.join("\n  ", world.broken) + "\n    " + String.join("\n    ", world.trace);
        } finally {
            FREE.add(ports);
        }
    }

    private void say(String line) {
        trace.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos) + " ms: " + line);
    }

    private void run() throws InterruptedException {
        for (int node = 0; node < ports.length; node++) {
            services.add(service(node));
        }
        source = BusProcess.source(plan, lives++, sourceDatabase, link.port);
        startNanos = System.nanoTime();
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < plan.callers; i++) {
            int caller = i;
            callers.add(start("caller-" + i, () -> makeCalls(caller)));
        }
        List<Thread> faults = new ArrayList<>();
        for (BusPlan.Event event : plan.events) {
            sleepUntil(event.beginMillis());
            faults.add(start("fault", () -> happen(event)));
        }
        for (Thread thread : faults) {
            thread.join();
        }
        say("everything works");
        for (Thread thread : callers) {
            thread.join(TimeUnit.NANOSECONDS.toMillis(2 * PATIENCE_NANOS));
            if (thread.isAlive()) {
                broken.add(thread.getName() + " is stuck: " + stack(thread));
            }
        }
        say("all calls are made");
        settle();
        boolean isHeldUp = plan.has(BusPlan.Fault.CONNECTIONS_SILENT) && plan.properties.containsKey("max-in-flight");
        if (plan.twoWayEach > 0 && !isHeldUp) {
            // Nothing that was lost may hold up what comes later.
            IntStream.range(0, plan.callers).forEach(caller -> makeCall(caller, plan.calls, true));
        }
        broken.addAll(record.check(
                source.oracle().givenUp(), givenUpDeliveries(), record.missing().size() - toldOf()));
        discard();
        requireEmpty(sourceDatabase, "outbound");
        if (plan.sourceStore || !plan.has(BusPlan.Fault.SOURCE_RESTARTED, BusPlan.Fault.SOURCE_KILLED)) {
            // Otherwise messages may wait for ever for one that died with its process.
            requireEmpty(destinationDatabase, "inbound");
        }
    }

    private void requireEmpty(@Nullable SwitchedDatabase database, String table) {
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (database != null && database.count("restart_oracle_" + table) > 0) {
            if (System.nanoTime() > endNanos) {
                broken.add(database.count("restart_oracle_" + table) + " rows are left in " + table);
                return;
            }
            sleep(20);
        }
    }

    @Override
    public void close() {
        Stream.concat(Stream.ofNullable(source), services.stream()).forEach(BusProcess::end);
        link.close();
    }

    private static String stack(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .map(StackTraceElement::toString)
                .filter(line -> !line.contains("java.base") && !line.contains("reflect"))
                .limit(8)
                .collect(Collectors.joining(" < "));
    }

    private static Thread start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void sleepUntil(long millis) {
        sleep(millis - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos));
    }

    private static void sleep(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(Math.max(0, millis));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets an order take effect: in the transaction of the store if there is one. */
    private void take(BusProcess process, String order) {
        process.requireAlive();
        if (slow) {
            sleep(100);
        }
        if (fails) {
            say("the service fails at " + order);
            record.failed(order);
            throw new IllegalStateException("the service fails");
        }
        record.take(process, order);
        say("the service of life " + process.life + " has taken " + order);
    }

    private void makeCalls(int caller) {
        for (int i = 0; i < plan.calls; i++) {
            while (pauses.get() > 0) {
                sleep(20);
            }
            makeCall(caller, i, plan.twoWayEach > 0 && i % plan.twoWayEach == plan.twoWayEach - 1);
            sleep(plan.pauseMillis);
        }
    }

    private void makeCall(int caller, int number, boolean twoWay) {
        BusProcess process = source;
        BusRecord.Call call = record.call("c" + caller + "-" + number, process, twoWay);
        say(call + " is made");
        try {
            Orders orders = process.orders(caller);
            if (twoWay) {
                String answer = orders.ask(call.order);
                if (!answer.equals(call.order)) {
                    broken.add(call + " got the answer " + answer);
                }
            } else {
                orders.put(call.order);
            }
            call.cutShort = process.isDead();
            call.returned = true;
        } catch (RuntimeException | Error e) {
            call.cutShort = process.isDead() || process.hasEnded();
            call.failure = root(e);
            if (number == plan.calls) {
                broken.add("not answered though everything works: " + call);
                broken.addAll(process.whyWaiting());
            }
        }
        say(call.toString());
        if (closing.remove(caller) != null) {
            say("caller " + caller + " closes its client");
            process.closeClient(caller);
        }
    }

    private static Throwable root(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    private void happen(BusPlan.Event event) {
        say(event.fault() + " for " + event.millis() + " ms");
        switch (event.fault()) {
            case LINK_CUT -> {
                cuts.begin();
                sleep(event.millis());
                cuts.end();
            }
            case LINK_RESET -> link.reset();
            case CONNECTIONS_SILENT -> link.silence();
            case ANSWERS_HELD -> {
                holds.begin();
                sleep(event.millis());
                holds.end();
            }
            case SERVICE_RESTARTED, SERVICE_KILLED -> {
                synchronized (restarts) {
                    restartService(
                            event.beginMillis() % ports.length,
                            event.fault() == BusPlan.Fault.SERVICE_KILLED,
                            event.millis());
                }
            }
            case SOURCE_RESTARTED, SOURCE_KILLED -> {
                synchronized (restarts) {
                    restartSource(event.fault() == BusPlan.Fault.SOURCE_KILLED);
                }
            }
            case CLIENT_CLOSED -> {
                // A client that several callers share is closed when none of them uses it.
                if (!plan.oneClient) {
                    closing.put((event.beginMillis() + event.millis()) % plan.callers, true);
                }
            }
            case GIVEN_UP_RETRIED ->
                source.oracle().givenUp().forEach(message -> source.oracle().retry(message.id()));
            case GIVEN_UP_DISCARDED -> {
                synchronized (restarts) {
                    discard();
                }
            }
            case SOURCE_DATABASE_DOWN -> breakDown(sourceDatabase, event.millis());
            case DESTINATION_DATABASE_DOWN -> breakDown(destinationDatabase, event.millis());
            case SERVICE_FAILS -> {
                fails = true;
                sleep(event.millis());
                fails = false;
            }
            case SERVICE_SLOW -> {
                slow = true;
                sleep(event.millis());
                slow = false;
            }
            case NO_SEQUENCE -> {
                refuses = true;
                sleep(event.millis());
                refuses = false;
            }
            case IDLE -> {
                pauses.incrementAndGet();
                sleep(2L * event.millis());
                pauses.decrementAndGet();
            }
        }
        say(event.fault() + " is over");
    }

    private void discard() {
        for (GivenUpMessage message : source.oracle().givenUp()) {
            say("discard " + message);
            if (source.oracle().discard(message.id())) {
                discarded.incrementAndGet();
            }
        }
    }

    private void breakDown(@Nullable SwitchedDatabase database, int millis) {
        if (database != null) {
            // A process that begins needs its database.
            synchronized (restarts) {
                database.breakDown();
            }
            sleep(millis);
            database.repair();
        }
    }

    /** Waits for a database, as the supervisor of a process does that cannot start without. */
    private static void awaitRepair(@Nullable SwitchedDatabase database) {
        while (database != null && database.isDown()) {
            sleep(20);
        }
    }

    private BusProcess service(int node) {
        SwitchedDatabase database = destinationDatabase == null ? null : destinationDatabase.forNextProcess();
        return BusProcess.service(plan, lives++, "node" + node, database, ports[node], () -> refuses, this::take);
    }

    private void restartService(int node, boolean killed, int millis) {
        BusProcess former = services.get(node);
        if (killed) {
            // Nobody reaches a dead process.
            if (ports.length == 1) {
                cuts.begin();
            } else {
                link.leave(ports[node]);
            }
            record.kill(former);
        }
        // Even a dead one, because the next process listens on the same port.
        former.end();
        say("the service of life " + former.life + (killed ? " is dead" : " has ended"));
        sleep(millis);
        awaitRepair(destinationDatabase);
        BusProcess next = service(node);
        services.set(node, next);
        if (killed && ports.length == 1) {
            cuts.end();
        } else if (killed) {
            link.enter(ports[node]);
        }
        say("the service has begun life " + next.life);
    }

    private void restartSource(boolean killed) {
        BusProcess former = source;
        pauses.incrementAndGet();
        if (killed) {
            cuts.begin();
            former.kill();
        }
        former.end();
        if (killed) {
            cuts.end();
        }
        if (sourceDatabase != null) {
            sourceDatabase = sourceDatabase.forNextProcess();
        }
        awaitRepair(sourceDatabase);
        source = BusProcess.source(plan, lives++, sourceDatabase, link.port);
        pauses.decrementAndGet();
        say("the source has begun life " + source.life);
    }

    /** Waits until no message is left to send or to deliver. */
    private void settle() {
        long endNanos = System.nanoTime() + PATIENCE_NANOS;
        while (System.nanoTime() < endNanos) {
            if (source.oracle().backlog().unresolved() == 0 && record.missing().size() <= toldOf()) {
                say("settled");
                return;
            }
            sleep(20);
        }
        broken.add("not settled: " + source.oracle().backlog() + ", missing "
                + record.missing().size() + ", told of " + toldOf());
        source.oracle().paths().forEach(path -> broken.add(path.toString()));
        broken.addAll(source.whyWaiting());
    }

    /** Returns the number of messages of which an operator was told that they did not arrive. */
    private int toldOf() {
        return source.oracle().givenUp().size()
                + discarded.get()
                + givenUpDeliveries().size();
    }

    private List<GivenUpDelivery> givenUpDeliveries() {
        return services.stream()
                .flatMap(service -> service.oracle().givenUpDeliveries().stream())
                .distinct()
                .toList();
    }
}
