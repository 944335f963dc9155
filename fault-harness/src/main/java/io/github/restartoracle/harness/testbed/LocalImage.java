package io.github.restartoracle.harness.testbed;

import org.testcontainers.images.ImagePullPolicy;
import org.testcontainers.utility.DockerImageName;

/** Prevents requests to a registry: the images of the testbed are built locally, and such a request takes minutes to fail. */
final class LocalImage implements ImagePullPolicy {
    @Override
    public boolean shouldPull(DockerImageName imageName) {
        return false;
    }
}
