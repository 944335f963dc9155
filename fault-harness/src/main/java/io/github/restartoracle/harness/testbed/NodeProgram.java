package io.github.restartoracle.harness.testbed;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The program of a node, for the JVM. It must use {@link TestbedNode}: it reports when it is ready, and waits for the start.
 *
 * @param classPath directories of classes or of jars, and jars, on the machine of the Docker engine; mounted read-only
 * @param mainClass the class to run
 * @param systemProperties system properties
 * @param jvmFlags further flags of the JVM, such as {@code -Xmx128m}
 * @param arguments arguments of the program
 * @param archive the archive of its classes; empty for none
 */
public record NodeProgram(
        List<Path> classPath,
        String mainClass,
        Map<String, String> systemProperties,
        List<String> jvmFlags,
        List<String> arguments,
        Optional<ClassArchive> archive) {
    /**
     * An archive of classes as a JVM has loaded and checked them, which saves other JVMs with the same class path a third of
     * their start-up time (JEP 350). The class path must consist of jars and directories of jars.
     *
     * @param file the path of the archive; empty if this run is to write it to its output, as {@link #FILE}, when it ends
     */
    public record ClassArchive(Optional<Path> file) {
        /** The name of an archive in the output of the run that made it. */
        public static final String FILE = "classes.jsa";

        private static final String MOUNT = "/app/" + FILE;
        private static final String MADE = TestbedNode.DIRECTORY + "/" + TestbedNode.OUTPUT + "/" + FILE;

        /**
         * {@return an archive that an earlier run has written}
         *
         * @param file the path of the archive, on the machine of the Docker engine
         */
        public static ClassArchive of(Path file) {
            return new ClassArchive(Optional.of(file));
        }

        /** {@return an archive that is to be made by the run} */
        public static ClassArchive toBeMade() {
            return new ClassArchive(Optional.empty());
        }

        private List<String> flags() {
            // Some classes cannot be archived, and each of them would cause a warning.
            return file.isPresent()
                    ? List.of("-XX:SharedArchiveFile=" + MOUNT)
                    : List.of("-XX:ArchiveClassesAtExit=" + MADE, "-Xlog:cds=error");
        }
    }

    public NodeProgram {
        classPath = List.copyOf(classPath);
        systemProperties = Map.copyOf(systemProperties);
        jvmFlags = List.copyOf(jvmFlags);
        arguments = List.copyOf(arguments);
    }

    /**
     * {@return a program without properties, flags and arguments}
     *
     * @param classPath directories of classes or of jars, and jars
     * @param mainClass the class to run
     */
    public static NodeProgram java(List<Path> classPath, String mainClass) {
        return new NodeProgram(classPath, mainClass, Map.of(), List.of(), List.of(), Optional.empty());
    }

    /**
     * {@return this program with one system property more}
     *
     * @param name the property
     * @param value its value
     */
    public NodeProgram withSystemProperty(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(systemProperties);
        more.put(name, value);
        return new NodeProgram(classPath, mainClass, more, jvmFlags, arguments, archive);
    }

    /**
     * {@return this program with other flags of the JVM}
     *
     * @param flags the flags, such as {@code -Xmx128m}
     */
    public NodeProgram withJvmFlags(String... flags) {
        return new NodeProgram(classPath, mainClass, systemProperties, List.of(flags), arguments, archive);
    }

    /**
     * {@return this program, without its former flags, in a JVM of 96 MiB of heap that compiles little and logs warnings, so
     * that many can run at the same time}
     */
    public NodeProgram withSmallJvm() {
        return withJvmFlags(
                "-Xmx96m",
                "-Xss512k",
                "-XX:TieredStopAtLevel=1",
                "-XX:CICompilerCount=1",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
    }

    /**
     * {@return this program with other arguments}
     *
     * @param values the arguments
     */
    public NodeProgram withArguments(String... values) {
        return new NodeProgram(classPath, mainClass, systemProperties, jvmFlags, List.of(values), archive);
    }

    /**
     * {@return this program with an archive of its classes}
     *
     * @param classes the archive, which is still to be made, or was made by an earlier run with the same class path and
     *     flags
     */
    public NodeProgram withArchive(ClassArchive classes) {
        return new NodeProgram(classPath, mainClass, systemProperties, jvmFlags, arguments, Optional.of(classes));
    }

    List<String> command() {
        List<String> command = new ArrayList<>(List.of("java", "-XX:+UseSerialGC"));
        archive.ifPresent(classes -> command.addAll(classes.flags()));
        command.addAll(jvmFlags);
        systemProperties.forEach((name, value) -> command.add("-D" + name + "=" + value));
        List<String> paths = new ArrayList<>();
        classPathMounts().forEach((host, path) -> {
            boolean jar = path.endsWith(".jar");
            // With an archive of classes, the class path must have no directories of classes.
            if (jar || archive.isEmpty()) {
                paths.add(path);
            }
            if (!jar) {
                paths.add(path + "/*");
            }
        });
        command.addAll(List.of("-cp", String.join(":", paths), mainClass));
        command.addAll(arguments);
        return command;
    }

    /** Returns the path in the container of each file or directory that the program needs. */
    Map<Path, String> mounts() {
        Map<Path, String> mounts = classPathMounts();
        archive.flatMap(ClassArchive::file).ifPresent(file -> mounts.put(file.toAbsolutePath(), ClassArchive.MOUNT));
        return mounts;
    }

    private Map<Path, String> classPathMounts() {
        Map<Path, String> mounts = new LinkedHashMap<>();
        for (int i = 0; i < classPath.size(); i++) {
            String name = classPath.get(i).toString();
            mounts.put(classPath.get(i).toAbsolutePath(), "/app/" + i + (name.endsWith(".jar") ? ".jar" : ""));
        }
        return mounts;
    }
}
