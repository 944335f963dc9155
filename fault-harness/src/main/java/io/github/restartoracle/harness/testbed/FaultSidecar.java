package io.github.restartoracle.harness.testbed;

import com.github.dockerjava.api.model.Capability;
import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.Link;
import io.github.restartoracle.harness.proof.RuleCount;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;

/**
 * A container in the network namespace of a node: shapes the link between the node and its peer, drops packets that arrive from
 * the peer, and measures both. The node needs no tools and no rights.
 *
 * <p>Bandwidth and delay are made by netem at the sender if the kernel has it, which the sidecar finds out by trying, and else
 * by a queue in user space at the receiver. Both add the serialization delay of each packet, also on an idle link. Netem's
 * jitter may reorder packets; the queue keeps their order, so that a dense flow waits for its slowest packets. Losses are
 * always made by nftables at the receiver, with every kernel: netem drops at the sender, and supports no schedule and no exact
 * positions.
 */
final class FaultSidecar implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FaultSidecar.class);

    private final GenericContainer<?> container;
    private final String peer;
    private final Direction arriving;

    /** The measurements of one end. */
    record Measured(List<RuleCount> counts, ProbeRecord probes) {}

    /**
     * Starts a sidecar of a running container, given by its id; the link to its peer, given by an IP address, is shaped and the
     * probe flow runs. The seed is that of the jitter.
     */
    FaultSidecar(String target, String peer, Direction arriving, Link link, long seed) {
        this.peer = peer;
        this.arriving = arriving;
        this.container = Containers.of(TestbedImages.SIDECAR)
                .withNetworkMode("container:" + target)
                .withCreateContainerCmdModifier(c -> c.getHostConfig().withCapAdd(Capability.NET_ADMIN))
                .withCommand(
                        "run",
                        peer,
                        Long.toString(link.bandwidth().orElse(0)),
                        Long.toString(link.delay().toNanos() / 1000),
                        Long.toString(link.jitter().toNanos() / 1000),
                        Long.toUnsignedString(seed))
                .waitingFor(Wait.forLogMessage(".*link: delay by.*", 1).withStartupTimeout(Duration.ofSeconds(60)));
        container.start();
        LOG.debug("sidecar of {} to {}: drops by nftables where packets arrive; {}", target, peer, container.getLogs());
    }

    /**
     * Installs the faults of packets that arrive here; they begin and end by the kernel's clock. The run's time 0 is a whole
     * second; faults that repeat do so for the longest duration of the run.
     */
    void apply(FaultSchedule schedule, Instant start, Duration length) {
        String rules = new NftRules(schedule, arriving).ruleset(peer, start.getEpochSecond(), length);
        run("nft -f - <<'EOF'\n" + rules + "EOF");
    }

    /** Drops packets to an IPv4 address, as if the host were switched off in a network whose routers do not report it. */
    void addDeadHost(String address) {
        // A hardware address that no machine has. Without it, the kernel would look for the machine and report an
        // unreachable host to the sender.
        run("ip route add " + address + " dev eth0 && ip neigh add " + address
                + " lladdr 02:00:00:00:00:01 nud permanent dev eth0");
    }

    /** Returns the engine's wall clock, by which the faults begin and end; late by the length of one command at most. */
    Instant clock() {
        long nanos = Long.parseLong(run("date +%s%N").strip());
        return Instant.ofEpochSecond(0, nanos);
    }

    Measured measure(FaultSchedule schedule) {
        String answer = run("link evidence");
        int line = answer.indexOf('\n');
        ProbeRecord probes = ProbeRecord.parse(answer.substring(line + 1));
        return new Measured(new NftRules(schedule, arriving).counts(answer.substring(0, line)), probes);
    }

    private String run(String command) {
        return Containers.output(container, "sh", "-c", command);
    }

    @Override
    public void close() {
        container.stop();
    }
}
