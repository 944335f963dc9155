package io.github.restartoracle.harness.testbed;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.DockerException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.testcontainers.DockerClientFactory;

/**
 * Containers and networks of testbeds whose process died without closing them. A JVM that ends normally or by SIGTERM removes
 * its own; after SIGKILL they remain.
 */
public final class Leftovers {
    private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);

    private Leftovers() {}

    /**
     * Removes the containers and networks that a testbed made and whose process on this machine is gone; never other ones.
     *
     * @return the number of containers and networks that were removed
     */
    public static int remove() {
        DockerClient docker = DockerClientFactory.lazyClient();
        List<String> labels = List.of(Owner.LABEL);
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
        String owner = labels == null ? null : labels.get(Owner.LABEL);
        return owner != null && Owner.parse(owner).gone();
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
