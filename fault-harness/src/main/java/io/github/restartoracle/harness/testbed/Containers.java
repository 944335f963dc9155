package io.github.restartoracle.harness.testbed;

import com.github.dockerjava.api.exception.NotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
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

/** Commands, addresses, logs and files of containers. */
final class Containers {
    private Containers() {}

    /** Makes a container of an image that is built here, which a later process can remove. */
    static GenericContainer<?> of(String image) {
        return new GenericContainer<>(DockerImageName.parse(image))
                // A request to a registry for such an image takes minutes to fail.
                .withImagePullPolicy(name -> false)
                .withLabels(Owner.labels());
    }

    /** Runs a command in a container, and returns its output; fails if the command does. */
    static String output(GenericContainer<?> container, String... command) {
        String line = String.join(" ", command);
        try {
            ExecResult result = container.execInContainer(command);
            if (result.getExitCode() != 0) {
                throw new IllegalStateException(
                        line + "\nanswered " + result.getExitCode() + ": " + result.getStderr() + result.getStdout());
            }
            return result.getStdout();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted during " + line, e);
        }
    }

    /** Returns the IP address of a container that is in one network. */
    static String address(GenericContainer<?> container) {
        return container.getContainerInfo().getNetworkSettings().getNetworks().values().stream()
                .findFirst()
                .orElseThrow()
                .getIpAddress();
    }

    /** Writes the output of a container to a file, until the stream is closed. */
    static PrintStream log(GenericContainer<?> container, Path file) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            PrintStream stream = new PrintStream(Files.newOutputStream(file));
            container.withLogConsumer(frame -> {
                byte[] bytes = frame.getBytes();
                if (bytes != null) {
                    stream.writeBytes(bytes);
                }
            });
            return stream;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
