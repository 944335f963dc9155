package io.github.restartoracle.harness.testbed;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.DockerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.testcontainers.DockerClientFactory;

/**
 * The process that made a container, as a label. With it a later process can find out if the maker is gone, and only then
 * remove the containers that it left. The scope (machine and process namespace) is part of it, since a process number has no
 * meaning elsewhere.
 *
 * @param scope the scope in which the process number is valid
 * @param pid the process number
 * @param startMillis the start of the process, milliseconds since 1970
 */
record Owner(String scope, long pid, long startMillis) {
    private static final Logger LOG = LoggerFactory.getLogger(Owner.class);

    static final String LABEL = "io.github.restartoracle.owner";

    /** The kernel's start time is relative to a boot time in whole seconds, which may be corrected by one. */
    private static final long START_TOLERANCE_MILLIS = 2_000;

    static Owner current() {
        ProcessHandle self = ProcessHandle.current();
        return new Owner(currentScope(), self.pid(), start(self));
    }

    private static String currentScope() {
        try {
            // Both files exist on Linux. A Docker engine on another system serves only one machine.
            String boot =
                    Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
            return boot + "-"
                    + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"))
                            .toString()
                            .replaceAll("\\D", "");
        } catch (IOException notLinux) {
            return System.getProperty("os.name", "unknown").replaceAll("\\W", "_") + "-"
                    + Integer.toHexString(Objects.hash(System.getProperty("user.home")));
        }
    }

    private static long start(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    /** Returns whether the process is known to be gone; false for a process of another scope, which cannot be known. */
    boolean gone() {
        return scope.equals(currentScope())
                && ProcessHandle.of(pid)
                        .filter(p -> Math.abs(start(p) - startMillis) <= START_TOLERANCE_MILLIS)
                        .isEmpty();
    }

    static Owner parse(String text) {
        List<String> parts = List.of(text.split("/", -1));
        if (parts.size() != 3) {
            throw new IllegalArgumentException("not an owner: " + text);
        }
        return new Owner(parts.get(0), Long.parseLong(parts.get(1)), Long.parseLong(parts.get(2)));
    }

    /** Returns the labels of all that this process makes. */
    static Map<String, String> labels() {
        return Map.of(LABEL, current().toString());
    }

    @Override
    public String toString() {
        return scope + "/" + pid + "/" + startMillis;
    }

    /**
     * Removes the containers and networks that a testbed made and whose process on this machine is gone; never other ones. A
     * JVM that ends normally or by SIGTERM removes its own; after SIGKILL they remain.
     *
     * @return the number of containers and networks that were removed
     */
    static int removeLeftovers() {
        DockerClient docker = DockerClientFactory.lazyClient();
        List<String> labels = List.of(LABEL);
        int removed = 0;
        for (var container : docker.listContainersCmd()
                .withShowAll(true)
                .withLabelFilter(labels)
                .exec()) {
            if (orphaned(container.getLabels())) {
                removed += attempt(() -> docker.removeContainerCmd(container.getId())
                        .withForce(true)
                        .exec());
            }
        }
        for (var network : docker.listNetworksCmd().withFilter("label", labels).exec()) {
            if (orphaned(network.getLabels())) {
                removed +=
                        attempt(() -> docker.removeNetworkCmd(network.getId()).exec());
            }
        }
        if (removed > 0) {
            LOG.info("removed {} containers and networks of testbeds whose process is gone", removed);
        }
        return removed;
    }

    private static boolean orphaned(@Nullable Map<String, String> labels) {
        String owner = labels == null ? null : labels.get(LABEL);
        return owner != null && parse(owner).gone();
    }

    private static int attempt(Runnable removal) {
        try {
            removal.run();
            return 1;
        } catch (DockerException removedMeanwhile) {
            LOG.debug("not removed", removedMeanwhile);
            return 0;
        }
    }
}
