package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.harness.testbed.NodeProgram;
import io.github.restartoracle.harness.testbed.NodeProgram.ClassArchive;
import io.github.restartoracle.harness.testbed.NodeProgram.JavaProgram;
import io.github.restartoracle.harness.testbed.PairResult;
import io.github.restartoracle.harness.testbed.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * The classes of the nodes of one transport. One pair of the first wave leaves archives of them, with which the others start
 * faster.
 *
 * <p>Not thread-safe.
 */
final class NodeClasses implements AutoCloseable {
    private final List<Path> classPath;
    private final Path directory;
    private final boolean archivable;

    /**
     * No archive has been made yet.
     *
     * @param classPath directories of classes or of jars, and jars
     * @param directory for archives, until this is closed
     */
    NodeClasses(List<Path> classPath, Path directory) throws IOException {
        this.classPath = List.copyOf(classPath);
        this.directory = Files.createDirectories(directory);
        deleteArchives();
        boolean jarsOnly = true;
        for (Path entry : classPath) {
            jarsOnly &= entry.toString().endsWith(".jar") || holdsJars(entry);
        }
        this.archivable = jarsOnly;
    }

    private static boolean holdsJars(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.anyMatch(file -> file.toString().endsWith(".jar"));
        }
    }

    private Path archive(Role role) {
        return directory.resolve(role + "-" + ClassArchive.FILE);
    }

    /**
     * A program of a node.
     *
     * @param makesArchive its run is to leave an archive if there is none
     */
    JavaProgram program(Role role, Class<?> main, boolean makesArchive) {
        JavaProgram program = NodeProgram.java(classPath, main.getName());
        if (!archivable) {
            return program;
        }
        if (Files.exists(archive(role))) {
            return program.withArchive(ClassArchive.of(archive(role)));
        }
        return makesArchive ? program.withArchive(ClassArchive.toBeMade()) : program;
    }

    /** Keeps the archives that a pair has left. */
    void keep(PairResult result) throws IOException {
        keep(result.sourceOutput(), Role.SOURCE);
        keep(result.destinationOutput(), Role.DESTINATION);
    }

    private void keep(Path output, Role role) throws IOException {
        Path made = output.resolve(ClassArchive.FILE);
        if (Files.exists(made)) {
            Files.move(made, archive(role), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    @Override
    public void close() throws IOException {
        deleteArchives();
    }

    private void deleteArchives() throws IOException {
        for (Role role : Role.values()) {
            Files.deleteIfExists(archive(role));
        }
    }
}
