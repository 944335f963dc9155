package io.github.restartoracle.harness.testbed;

import org.testcontainers.images.ImagePullPolicy;
import org.testcontainers.utility.DockerImageName;

/** Never asks a registry: the images of the testbed are built, and asking for them takes minutes to fail. */
final class LocalImage implements ImagePullPolicy {
    @Override
    public boolean shouldPull(DockerImageName imageName) {
        return false;
    }
}
