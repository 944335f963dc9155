package io.github.restartoracle.harness.inject;

import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.Disruption;
import io.github.restartoracle.harness.fault.Fault;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.Link;
import io.github.restartoracle.harness.fault.PacketDrop;
import io.github.restartoracle.harness.fault.RandomLoss;
import io.github.restartoracle.harness.fault.Reset;
import io.github.restartoracle.harness.fault.Window;
import io.github.restartoracle.harness.proof.Evidence;
import io.github.restartoracle.harness.proof.FaultProof;
import io.github.restartoracle.harness.proof.RuleCount;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A link of this machine's kernel that fails: an address of the loopback interface, all whose TCP is subject to the faults. A
 * server listens on all addresses; a client that connects to {@link #address()} goes over the link. What fails is the real
 * TCP, which an {@link InProcessLink} only models. Needs {@code iptables} and the right to use it, as in a {@link
 * NetworkNamespace}.
 *
 * <p>Packets are taken where they arrive: taken where they leave, the sender would hear of it. Rules come and go by commands,
 * which take effect some 10 ms late.
 *
 * <p>Thread-safe. One daemon thread carries the schedule out.
 */
public final class KernelLink implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(KernelLink.class);

    /** Faults that repeat do so for so long. */
    private static final Duration LONGEST = Duration.ofHours(1);

    private static final int HOSTS = 250;
    private static final long PATIENCE_SECONDS = 20;
    private static final Pattern RULE = Pattern.compile("\\[(\\d+):\\d+] -A (\\S+)( .*-j (DROP|REJECT).*)?");
    private static final AtomicInteger OPENED = new AtomicInteger();

    private final FaultSchedule schedule;
    private final String name;
    private final InetAddress address;
    private final List<Rule> rules = new ArrayList<>();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(KernelLink::thread);
    private long startNanos;
    private boolean begun;
    private boolean closed;
    private @Nullable Future<?> mending;

    /** What is done to what arrives at one end while a fault is in force. */
    private record Rule(Fault fault, Direction direction, String chain) {}

    private KernelLink(FaultSchedule schedule, int number) throws IOException {
        this.schedule = schedule;
        this.name = "restart-" + number;
        this.address =
                InetAddress.getByAddress(new byte[] {127, 1, (byte) (number / HOSTS), (byte) (number % HOSTS + 1)});
        List<Fault> faults = schedule.faults();
        for (int i = 0; i < faults.size(); i++) {
            for (Direction direction : List.of(Direction.FORWARD, Direction.BACKWARD)) {
                if (faults.get(i).direction().overlaps(direction)) {
                    rules.add(new Rule(faults.get(i), direction, name + "-" + i + "-" + direction));
                }
            }
        }
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "kernel-link");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Tells whether a kernel can do it: outages, resets and random loss, on a link that costs nothing beside.
     *
     * @param schedule the faults
     * @param link what the link is like without faults
     * @return false where only a model, or the containers of a testbed, can
     */
    public static boolean carries(FaultSchedule schedule, Link link) {
        return link.equals(Link.ideal())
                && schedule.all(PacketDrop.class).findAny().isEmpty();
    }

    /**
     * Opens a link at an address that no other link of this process has. Faults wait for {@link #begin()}.
     *
     * @param schedule the faults
     * @return the link, to be closed
     * @throws IOException if a rule cannot be made; the message has what iptables said
     * @throws IllegalArgumentException if the kernel {@linkplain #carries cannot do} what is asked for
     */
    public static KernelLink open(FaultSchedule schedule) throws IOException {
        if (!carries(schedule, Link.ideal())) {
            throw new IllegalArgumentException("no rule of iptables takes a packet at an exact position");
        }
        KernelLink link = new KernelLink(schedule, OPENED.getAndIncrement());
        List<String> lines =
                new ArrayList<>(List.of(":" + link.cutChain() + " - [0:0]", "-A " + link.cutChain() + " -j DROP"));
        for (Rule rule : link.rules) {
            lines.add(":" + rule.chain() + " - [0:0]");
            target(rule.fault()).forEach(line -> lines.add("-A " + rule.chain() + line));
        }
        try {
            restore(lines);
        } catch (IOException e) {
            link.timer.shutdownNow();
            throw e;
        }
        return link;
    }

    /** The first rule without a target counts what comes by, the one with a target what it takes. */
    private static List<String> target(Fault fault) {
        return fault.match(new Fault.Cases<List<String>>() {
            @Override
            public List<String> disruption(Disruption cut) {
                return List.of("", " -j DROP");
            }

            @Override
            public List<String> loss(RandomLoss loss) {
                return List.of(
                        "",
                        String.format(
                                Locale.ROOT,
                                " -m statistic --mode random --probability %.6f -j DROP",
                                loss.probability()));
            }

            @Override
            public List<String> drop(PacketDrop drop) {
                throw new IllegalArgumentException(drop.notation());
            }

            @Override
            public List<String> reset(Reset reset) {
                // A reset is not answered with another one, and has to arrive.
                return List.of(
                        " -p tcp --tcp-flags RST RST -j RETURN", "", " -p tcp -j REJECT --reject-with tcp-reset");
            }
        });
    }

    /**
     * Where clients connect.
     *
     * @return an address of the loopback interface
     */
    public InetAddress address() {
        return address;
    }

    /** Makes this moment the start of the run, from which the times of the faults count. A second call does nothing. */
    public synchronized void begin() {
        if (begun || closed) {
            return;
        }
        begun = true;
        startNanos = System.nanoTime();
        for (Fault fault : schedule.faults()) {
            for (Window.Span span : fault.window().until(LONGEST)) {
                at(span.from(), () -> enforce(fault, true));
                if (span.to().compareTo(LONGEST) < 0) {
                    at(span.to(), () -> enforce(fault, false));
                }
            }
        }
    }

    private String cutChain() {
        return name + "-cut";
    }

    /**
     * Lets nothing pass in either direction from now on, whatever the schedule says; for demonstrations, as the proof knows
     * only of the schedule. A later call replaces an earlier one.
     *
     * @param lasting for how long; zero or less ends the cut
     * @throws IOException if the rule cannot be made
     */
    public synchronized void cut(Duration lasting) throws IOException {
        if (closed) {
            return;
        }
        boolean cut = mending != null && !mending.isDone() && mending.cancel(false);
        if (lasting.isZero() || lasting.isNegative()) {
            if (cut) {
                mend();
            }
            return;
        }
        if (!cut) {
            restore(List.of(jump("-I", Direction.FORWARD, cutChain()), jump("-I", Direction.BACKWARD, cutChain())));
        }
        mending = timer.schedule(
                () -> {
                    mend();
                    return true;
                },
                lasting.toNanos(),
                TimeUnit.NANOSECONDS);
    }

    private void mend() throws IOException {
        restore(List.of(jump("-D", Direction.FORWARD, cutChain()), jump("-D", Direction.BACKWARD, cutChain())));
    }

    private void at(Duration time, Runnable task) {
        long delayNanos = time.toNanos() - (System.nanoTime() - startNanos);
        Future<?> unused = timer.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
    }

    /** Both directions in one step. An outage is first: what it takes is not seen by others. */
    private void enforce(Fault fault, boolean on) {
        String command = on ? fault.isOutage() ? "-I" : "-A" : "-D";
        List<String> lines = new ArrayList<>();
        for (Rule rule : rules) {
            if (rule.fault().equals(fault)) {
                lines.add(jump(command, rule.direction(), rule.chain()));
            }
        }
        try {
            restore(lines);
        } catch (IOException e) {
            // The proof finds out.
            LOG.warn("{} was not {}: {}", fault.notation(), on ? "begun" : "ended", e.getMessage());
        }
    }

    private String jump(String command, Direction direction, String chain) {
        String end = direction == Direction.FORWARD ? "-d" : "-s";
        return command + " INPUT -i lo " + end + " " + address.getHostAddress() + " -p tcp -j " + chain;
    }

    /**
     * Compares the requested faults to what was done so far; to be called at the end of a run.
     *
     * @return the comparison
     * @throws IOException if the kernel's counters cannot be read
     */
    public synchronized FaultProof proof() throws IOException {
        Duration length = begun ? Duration.ofNanos(System.nanoTime() - startNanos) : Duration.ZERO;
        return FaultProof.of(schedule, new Evidence(length, counts(run(null, "iptables-save", "-c")), List.of()));
    }

    private List<RuleCount> counts(String saved) {
        Map<String, Long> seen = new HashMap<>();
        Map<String, Long> taken = new HashMap<>();
        for (String line : saved.lines().toList()) {
            Matcher rule = RULE.matcher(line);
            if (rule.matches()) {
                (rule.group(4) == null ? seen : taken).merge(rule.group(2), Long.parseLong(rule.group(1)), Long::sum);
            }
        }
        List<RuleCount> counts = new ArrayList<>();
        for (Rule rule : rules) {
            Long dropped = taken.get(rule.chain());
            Long all = seen.get(rule.chain());
            if (dropped != null && all != null) {
                counts.add(new RuleCount(rule.fault(), rule.direction(), Math.max(all, dropped), dropped));
            }
        }
        return counts;
    }

    /** Ends all faults and removes the rules. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        timer.shutdownNow();
        try {
            if (!timer.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                return;
            }
            List<String> lines = new ArrayList<>();
            for (String line : run(null, "iptables-save").lines().toList()) {
                if (line.startsWith("-A INPUT ") && line.contains(" -j " + name + "-")) {
                    lines.add("-D" + line.substring(2));
                }
            }
            List<String> chains = new ArrayList<>(List.of(cutChain()));
            rules.forEach(rule -> chains.add(rule.chain()));
            for (String chain : chains) {
                lines.add("-F " + chain);
                lines.add("-X " + chain);
            }
            restore(lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void restore(List<String> lines) throws IOException {
        if (lines.isEmpty()) {
            return;
        }
        run("*filter\n" + String.join("\n", lines) + "\nCOMMIT\n", "iptables-restore", "-n", "-w", "5");
    }

    /** Short enough for a pipe, so that nobody waits for the other side. */
    private static String run(@Nullable String input, String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (OutputStream stdin = process.getOutputStream()) {
            if (input != null) {
                stdin.write(input.getBytes(StandardCharsets.US_ASCII));
            }
        }
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException(command[0] + " did not answer for " + PATIENCE_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        if (process.exitValue() != 0) {
            throw new IOException(command[0] + ": " + said.lines().findFirst().orElse("failed"));
        }
        return said;
    }
}
