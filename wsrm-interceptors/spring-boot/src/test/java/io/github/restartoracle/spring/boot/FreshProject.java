package io.github.restartoracle.spring.boot;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A Maven project of a user of the starter, built with nothing but what the starter's poms say. */
final class FreshProject {
    private static final Path TEMPLATE = Path.of("src", "test", "resources", "fresh-project");

    private final Path directory;

    private FreshProject(Path directory) {
        this.directory = directory;
    }

    /** Writes the project. */
    static FreshProject in(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(TEMPLATE)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = directory.resolve(TEMPLATE.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                String downloaded =
                        Path.of(property("fresh.downloaded")).toUri().toString();
                Files.writeString(
                        copy,
                        Files.readString(file)
                                .replace("@version@", property("fresh.version"))
                                .replace("@spring-boot.version@", property("fresh.spring-boot.version"))
                                .replace("@downloaded@", downloaded));
            }
        }
        return new FreshProject(directory);
    }

    Path directory() {
        return directory;
    }

    /** Builds the application's jar; gives what Maven said. */
    String build() throws IOException, InterruptedException {
        Path maven = Path.of(property("fresh.maven"), "bin", File.separatorChar == '/' ? "mvn" : "mvn.cmd");
        return finish(
                List.of(maven.toString(), "-B", "-q", "-Dmaven.repo.local=" + property("fresh.repository"), "package"));
    }

    /** Starts the application. */
    Process start(String... arguments) throws IOException {
        List<String> command =
                new ArrayList<>(List.of(java(), "-Xmx256m", "-XX:TieredStopAtLevel=1", "-jar", "target/orders.jar"));
        command.addAll(List.of(arguments));
        return process(command).redirectOutput(log().toFile()).start();
    }

    Path log() {
        return directory.resolve("application.log");
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private ProcessBuilder process(List<String> command) {
        return new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
    }

    private String finish(List<String> command) throws IOException, InterruptedException {
        Path output = directory.resolve("build.log");
        Process process = process(command).redirectOutput(output.toFile()).start();
        try {
            if (!process.waitFor(5, TimeUnit.MINUTES) || process.exitValue() != 0) {
                throw new AssertionError(String.join(" ", command) + " failed:\n" + Files.readString(output));
            }
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(output);
    }

    private static String property(String name) {
        String value = System.getProperty(name);
        if (value == null) {
            throw new IllegalStateException("this test needs the build, which sets " + name);
        }
        return value;
    }
}
