package io.github.restartoracle.harness.testbed;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What a testbed consists of.
 *
 * @param pairs the pairs; they share one network, but nothing disturbs one pair for the faults of another
 * @param sysctls kernel parameters of every node's network, such as {@code net.ipv4.tcp_syn_linear_timeouts -> 0}
 * @param output a directory for logs and collected files, one directory per pair; made if it is not there
 * @param limit how long a run may take; sources that are still running then are stopped, and have failed
 */
public record TestbedPlan(List<PairPlan> pairs, Map<String, String> sysctls, Path output, Duration limit) {
    public TestbedPlan {
        pairs = List.copyOf(pairs);
        sysctls = Map.copyOf(sysctls);
        Objects.requireNonNull(output, "output");
        Objects.requireNonNull(limit, "limit");
        Set<String> names = new HashSet<>();
        for (PairPlan pair : pairs) {
            if (!names.add(pair.name())) {
                throw new IllegalArgumentException("two pairs have the name " + pair.name());
            }
        }
        if (pairs.isEmpty()) {
            throw new IllegalArgumentException("a testbed has at least one pair");
        }
    }

    /**
     * A testbed whose nodes retry SYNs with doubling waits from the first retry on, as RFC 6298 has it and kernels before 6.5
     * did; newer ones send the first four retries one second apart. (A kernel without that parameter needs nothing.)
     *
     * @param output a directory for logs and collected files
     * @param limit how long a run may take
     * @param pairs the pairs
     * @return the plan
     */
    public static TestbedPlan of(Path output, Duration limit, PairPlan... pairs) {
        return new TestbedPlan(List.of(pairs), Map.of(Testbed.SYN_LINEAR_TIMEOUTS, "0"), output, limit);
    }
}
