package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.harness.testbed.NodeProgram;
import io.github.restartoracle.harness.testbed.NodeProgram.ClassArchive;
import io.github.restartoracle.harness.testbed.PairResult;
import io.github.restartoracle.harness.testbed.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/** The classes of the nodes. A rehearsal leaves archives of them, which shorten the start of all runs. Not thread-safe. */
final class NodeClasses implements AutoCloseable {
    private final List<Path> classPath;
    private final Path directory;
    private final boolean archivable;

    /**
     * Creates it without archives.
     *
     * @param classPath directories of classes or of jars, and jars
     * @param directory for archives, until this is closed
     */
    NodeClasses(List<Path> classPath, Path directory) throws IOException {
        this.classPath = List.copyOf(classPath);
        this.directory = Files.createDirectories(directory);
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

    /** Returns true if archives can be made: the class path is jars only. */
    boolean archivable() {
        return archivable;
    }

    /**
     * Returns a program of a node.
     *
     * @param rehearsal true if its run has to leave an archive; only if {@link #archivable}
     */
    NodeProgram program(Role role, List<String> arguments, boolean rehearsal) {
        NodeProgram program = NodeProgram.java(classPath, CellNode.class.getName())
                .withSmallJvm()
                .withArguments(arguments.toArray(String[]::new));
        if (rehearsal) {
            return program.withArchive(ClassArchive.toBeMade());
        }
        Path archive = archive(role);
        return Files.exists(archive) ? program.withArchive(ClassArchive.of(archive)) : program;
    }

    /** Keeps the archives that a rehearsal has left. */
    void keep(PairResult rehearsal) throws IOException {
        keep(rehearsal.sourceOutput(), archive(Role.SOURCE));
        keep(rehearsal.destinationOutput(), archive(Role.DESTINATION));
    }

    private static void keep(Path output, Path archive) throws IOException {
        Path made = output.resolve(ClassArchive.FILE);
        if (Files.exists(made)) {
            Files.move(made, archive, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    @Override
    public void close() throws IOException {
        for (Role role : Role.values()) {
            Files.deleteIfExists(archive(role));
        }
    }
}
