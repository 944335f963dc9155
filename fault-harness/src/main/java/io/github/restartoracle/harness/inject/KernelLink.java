package io.github.restartoracle.harness.inject;

import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.Fault;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.Link;
import io.github.restartoracle.harness.fault.PacketDrop;
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
import java.util.concurrent.Callable;
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
 * A link in this machine's kernel with faults: an address of the loopback interface, all whose TCP is subject to the faults. A
 * server listens on all addresses; a client that connects to {@link #address()} uses the link. The faults affect the real TCP,
 * which an {@link InProcessLink} only models. Needs {@code iptables} and the right to use it, as in a {@link NetworkNamespace}.
 *
 * <p>Packets are dropped at the receiver: if they were dropped at the sender, its TCP would notice. Rules are added and removed
 * by commands, which take effect some 10 ms late.
 *
 * <p>Thread-safe. One daemon thread carries the schedule out.
 */
public final class KernelLink implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(KernelLink.class);

    /** The time after which repeating faults end. */
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

    /** The rule for packets that arrive at one end while a fault is in force: a chain to which the end's chain jumps. */
    private record Rule(Fault fault, Direction direction, String chain) {}

    private KernelLink(FaultSchedule schedule, int number) throws IOException {
        this.schedule = schedule;
        this.name = "restart-" + number;
        this.address =
                InetAddress.getByAddress(new byte[] {127, 1, (byte) (number / HOSTS), (byte) (number % HOSTS + 1)});
        for (Fault fault : schedule.faults()) {
            for (Direction direction : fault.direction().each()) {
                rules.add(new Rule(fault, direction, name + "-" + rules.size() + "-" + direction));
            }
        }
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "kernel-link");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * {@return true if the kernel supports a schedule: outages, resets and random loss, on an ideal link} If not, a model
     * or the containers of a testbed can.
     *
     * @param schedule the faults
     * @param link the properties of the link without faults
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
     * @throws IOException if a rule cannot be made; the message has the output of iptables
     * @throws IllegalArgumentException if the kernel {@linkplain #carries does not support} the schedule
     */
    public static KernelLink open(FaultSchedule schedule) throws IOException {
        if (!carries(schedule, Link.ideal())) {
            throw new IllegalArgumentException("no rule of iptables takes a packet at an exact position");
        }
        KernelLink link = new KernelLink(schedule, OPENED.getAndIncrement());
        List<String> lines = new ArrayList<>();
        for (Direction direction : Direction.BOTH.each()) {
            lines.add(":" + link.chain(direction) + " - [0:0]");
            lines.add("-A " + link.arriving(direction));
        }
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

    /** Returns the name of the chain of all packets that arrive at one end. */
    private String chain(Direction direction) {
        return name + "-" + direction;
    }

    /** Returns the rule that sends the packets that arrive at one end through their chain. */
    private String arriving(Direction direction) {
        String end = direction == Direction.FORWARD ? "-d" : "-s";
        return "INPUT -i lo " + end + " " + address.getHostAddress() + " -p tcp -j " + chain(direction);
    }

    /**
     * Returns the rules of a fault: one without a target counts the packets that pass by, one with a target counts the packets
     * it takes.
     */
    private static List<String> target(Fault fault) {
        return fault.match(
                cut -> List.of("", " -j DROP"),
                loss -> List.of(
                        "",
                        String.format(
                                Locale.ROOT,
                                " -m statistic --mode random --probability %.6f -j DROP",
                                loss.probability())),
                drop -> {
                    throw new IllegalArgumentException(drop.notation());
                },
                // A reset is not answered with another one, and must arrive.
                reset -> List.of(
                        " -p tcp --tcp-flags RST RST -j RETURN", "", " -p tcp -j REJECT --reject-with tcp-reset"));
    }

    /** {@return the address of the loopback interface to which clients connect} */
    public InetAddress address() {
        return address;
    }

    /** Makes this moment the start of the run, from which the times of the faults count. A second call has no effect. */
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

    private void at(Duration time, Runnable task) {
        long delayNanos = time.toNanos() - (System.nanoTime() - startNanos);
        Future<?> unused = timer.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
    }

    /**
     * Begins or ends a fault, in both directions in one step. An outage is the first rule: other faults do not see its packets.
     */
    private void enforce(Fault fault, boolean on) {
        String command = on ? fault.isOutage() ? "-I " : "-A " : "-D ";
        try {
            restore(rules.stream()
                    .filter(rule -> rule.fault().equals(fault))
                    .map(rule -> command + chain(rule.direction()) + " -j " + rule.chain())
                    .toList());
        } catch (IOException e) {
            // The proof will show that the fault was not applied.
            LOG.warn("{} was not {}: {}", fault.notation(), on ? "begun" : "ended", e.getMessage());
        }
    }

    /**
     * Drops all packets of both directions from now on, independently of the schedule; for demonstrations, since the proof
     * considers only the schedule. A later call replaces an earlier one.
     *
     * @param lasting the duration of the cut; zero or less ends the cut
     * @throws IOException if the rule cannot be made
     */
    public synchronized void cut(Duration lasting) throws IOException {
        if (closed) {
            return;
        }
        boolean cut = mending != null && mending.cancel(false);
        boolean wanted = !lasting.isZero() && !lasting.isNegative();
        if (cut != wanted) {
            cut(wanted);
        }
        if (wanted) {
            Callable<Boolean> end = () -> cut(false);
            mending = timer.schedule(end, lasting.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    private boolean cut(boolean on) throws IOException {
        restore(Direction.BOTH.each().stream()
                .map(direction -> (on ? "-I " : "-D ") + chain(direction) + " -j DROP")
                .toList());
        return on;
    }

    /**
     * {@return the comparison of the requested faults to the counters so far; to be called at the end of a run}
     *
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
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        timer.shutdownNow();
        try {
            if (!timer.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                return;
            }
            List<String> chains = new ArrayList<>();
            List<String> lines = new ArrayList<>();
            for (Direction direction : Direction.BOTH.each()) {
                chains.add(chain(direction));
                lines.add("-D " + arriving(direction));
            }
            rules.forEach(rule -> chains.add(rule.chain()));
            chains.forEach(chain -> lines.add("-F " + chain));
            chains.forEach(chain -> lines.add("-X " + chain));
            restore(lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void restore(List<String> lines) throws IOException {
        run("*filter\n" + String.join("\n", lines) + "\nCOMMIT\n", "iptables-restore", "-n", "-w", "5");
    }

    /** Runs a command. Its input and output fit into a pipe, so neither side waits for the other. */
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
