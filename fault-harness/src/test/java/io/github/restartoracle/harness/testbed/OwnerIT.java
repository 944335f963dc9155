package io.github.restartoracle.harness.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.NotFoundException;
import io.github.restartoracle.harness.junit.RequiresDocker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.testcontainers.DockerClientFactory;

@RequiresDocker
class OwnerIT {
    private final DockerClient docker = DockerClientFactory.lazyClient();
    private final List<String> containers = new ArrayList<>();

    private String container(Owner owner) {
        String id = docker.createContainerCmd(TestbedImages.NODE)
                .withLabels(Map.of(Owner.LABEL, owner.toString()))
                .exec()
                .getId();
        containers.add(id);
        return id;
    }

    private boolean exists(String id) {
        try {
            docker.inspectContainerCmd(id).exec();
            return true;
        } catch (NotFoundException removed) {
            return false;
        }
    }

    @AfterEach
    void removeOwn() {
        containers.stream()
                .filter(this::exists)
                .forEach(id -> docker.removeContainerCmd(id).withForce(true).exec());
    }

    @Test
    void shouldRemoveOnlyWhatADeadProcessOfThisMachineLeftWhenAsked() {
        Owner self = Owner.current();
        String dead = container(new Owner(self.scope(), self.pid(), self.startMillis() - 60_000));
        String own = container(self);
        String elsewhere = container(new Owner("another-machine-1", 1, 0));

        int removed = Owner.removeLeftovers();

        assertThat(removed).isPositive();
        assertThat(exists(dead)).isFalse();
        assertThat(exists(own)).isTrue();
        assertThat(exists(elsewhere)).isTrue();
    }
}
