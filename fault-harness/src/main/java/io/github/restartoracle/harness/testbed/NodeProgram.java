package io.github.restartoracle.harness.testbed;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What runs in a node. Immutable. */
public sealed interface NodeProgram {
    /**
     * A program for the JVM, which must use {@link TestbedNode}: it says when it is ready, and waits for the start.
     *
     * @param classPath directories of classes or of jars, and jars, on the machine of the Docker engine; mounted read-only
     * @param mainClass the class to run
     * @param systemProperties system properties
     * @param jvmFlags further flags of the JVM, such as {@code -Xmx128m}
     * @param arguments arguments of the program
     */
    record JavaProgram(
            List<Path> classPath,
            String mainClass,
            Map<String, String> systemProperties,
            List<String> jvmFlags,
            List<String> arguments)
            implements NodeProgram {
        public JavaProgram {
            classPath = List.copyOf(classPath);
            systemProperties = Map.copyOf(systemProperties);
            jvmFlags = List.copyOf(jvmFlags);
            arguments = List.copyOf(arguments);
        }

        /**
         * This program with one system property more.
         *
         * @param name the property
         * @param value its value
         * @return the changed program
         */
        public JavaProgram withSystemProperty(String name, String value) {
            Map<String, String> more = new LinkedHashMap<>(systemProperties);
            more.put(name, value);
            return new JavaProgram(classPath, mainClass, more, jvmFlags, arguments);
        }

        /**
         * This program with other flags of the JVM.
         *
         * @param flags such as {@code -Xmx128m}
         * @return the changed program
         */
        public JavaProgram withJvmFlags(String... flags) {
            return new JavaProgram(classPath, mainClass, systemProperties, List.of(flags), arguments);
        }

        /**
         * This program with other arguments.
         *
         * @param values the arguments
         * @return the changed program
         */
        public JavaProgram withArguments(String... values) {
            return new JavaProgram(classPath, mainClass, systemProperties, jvmFlags, List.of(values));
        }

        List<String> command() {
            List<String> command = new ArrayList<>(List.of("java", "-XX:+UseSerialGC"));
            command.addAll(jvmFlags);
            systemProperties.forEach((name, value) -> command.add("-D" + name + "=" + value));
            List<String> paths = new ArrayList<>();
            mounts().forEach((host, path) -> {
                paths.add(path);
                if (!path.endsWith(".jar")) {
                    paths.add(path + "/*");
                }
            });
            command.addAll(List.of("-cp", String.join(":", paths), mainClass));
            command.addAll(arguments);
            return command;
        }

        /** Where each entry of the class path is in the container. */
        Map<Path, String> mounts() {
            Map<Path, String> mounts = new LinkedHashMap<>();
            for (int i = 0; i < classPath.size(); i++) {
                String name = classPath.get(i).toString();
                mounts.put(classPath.get(i).toAbsolutePath(), "/app/" + i + (name.endsWith(".jar") ? ".jar" : ""));
            }
            return mounts;
        }
    }

    /**
     * Any image. It knows nothing of the testbed, so it counts as ready as soon as it runs.
     *
     * @param image its name
     * @param command the command, empty for the image's own
     * @param environment environment variables
     */
    record ImageProgram(String image, List<String> command, Map<String, String> environment) implements NodeProgram {
        public ImageProgram {
            command = List.copyOf(command);
            environment = Map.copyOf(environment);
        }
    }

    /**
     * A program for the JVM.
     *
     * @param classPath directories of classes or of jars, and jars
     * @param mainClass the class to run
     * @return the program, without properties, flags and arguments
     */
    static JavaProgram java(List<Path> classPath, String mainClass) {
        return new JavaProgram(classPath, mainClass, Map.of(), List.of(), List.of());
    }

    /**
     * Any image.
     *
     * @param image its name
     * @param command the command, empty for the image's own
     * @return the program
     */
    static ImageProgram image(String image, String... command) {
        return new ImageProgram(image, List.of(command), Map.of());
    }
}
