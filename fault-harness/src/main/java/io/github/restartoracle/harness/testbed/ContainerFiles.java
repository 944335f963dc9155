package io.github.restartoracle.harness.testbed;

import com.github.dockerjava.api.exception.NotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.testcontainers.DockerClientFactory;

/** Copies a directory out of a container, which may be running or stopped. */
final class ContainerFiles {
    private ContainerFiles() {}

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
