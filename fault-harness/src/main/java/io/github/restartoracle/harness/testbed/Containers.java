package io.github.restartoracle.harness.testbed;

import com.github.dockerjava.api.exception.NotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.Container.ExecResult;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/** Commands, addresses and files of containers. */
final class Containers {
    private Containers() {}

    /** Makes a container of an image that is built here, which a later process can remove. */
    static GenericContainer<?> of(String image) {
        return new GenericContainer<>(DockerImageName.parse(image))
                // A request to a registry for such an image takes minutes to fail.
                .withImagePullPolicy(name -> false)
                .withLabels(Owner.labels());
    }

    /** Runs a command in a container. */
    static ExecResult execute(GenericContainer<?> container, String... command) {
        try {
            return container.execInContainer(command);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted during " + String.join(" ", command), e);
        }
    }

    /** Runs a command in a container, and returns its output; fails if the command does. */
    static String output(GenericContainer<?> container, String... command) {
        ExecResult result = execute(container, command);
        if (result.getExitCode() != 0) {
            throw new IllegalStateException(String.join(" ", command) + "\nanswered " + result.getExitCode() + ": "
                    + result.getStderr() + result.getStdout());
        }
        return result.getStdout();
    }

    /** Returns the IP address of a container that is in one network. */
    static String address(GenericContainer<?> container) {
        return container.getContainerInfo().getNetworkSettings().getNetworks().values().stream()
                .findFirst()
                .orElseThrow()
                .getIpAddress();
    }

    /** Copies a directory out of a container, which may be running or stopped. */
    static void copy(String container, String from, Path to) throws IOException {
        try (InputStream in = DockerClientFactory.lazyClient()
                        .copyArchiveFromContainerCmd(container, from)
                        .exec();
                TarArchiveInputStream tar = new TarArchiveInputStream(in)) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                // The first step of each name is the directory itself.
                Path name = Path.of(entry.getName());
                Path target = name.getNameCount() < 2
                        ? to
                        : to.resolve(name.subpath(1, name.getNameCount())).normalize();
                if (!target.startsWith(to)) {
                    throw new IOException("a file outside of the directory: " + entry.getName());
                }
                if (entry.isDirectory()) {
                    Files.createDirectories(target);
                } else if (entry.isFile()) {
                    Files.copy(tar, target, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        } catch (NotFoundException noSuchDirectory) {
            // The program wrote no files.
        }
    }
}
