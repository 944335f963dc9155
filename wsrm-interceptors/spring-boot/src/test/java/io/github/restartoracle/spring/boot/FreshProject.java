package io.github.restartoracle.spring.boot;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** A Maven project of a user of the starter, built with the poms of the starter only. */
final class FreshProject {
    private static final Path TEMPLATE = Path.of("src", "test", "resources", "fresh-project");
    private static final Path SETTINGS = Path.of("src", "test", "resources", "downloaded-settings.xml");

    private final Path directory;

    private FreshProject(Path directory) {
        this.directory = directory;
    }

    /** Returns a project that exists already. */
    static FreshProject existing(Path directory) {
        return new FreshProject(directory);
    }

    /**
     * Makes Maven, in all folders below this one, use the modules of this build, and all other artifacts from the downloads of
     * this machine.
     */
    static void useDownloads(Path parent) throws IOException {
        // The BOM is imported, so it is not among the dependencies that the build installs.
        String version = property("fresh.version");
        Path bom = Files.createDirectories(
                Path.of(property("fresh.repository"), "io/github/restartoracle/restart-oracle-bom", version));
        Files.copy(
                Path.of("..", "bom", "pom.xml"),
                bom.resolve("restart-oracle-bom-" + version + ".pom"),
                StandardCopyOption.REPLACE_EXISTING);
        Path configuration = Files.createDirectories(parent.resolve(".mvn"));
        Path settings = configuration.resolve("settings.xml");
        String downloaded = Path.of(property("fresh.downloaded")).toUri().toString();
        Files.writeString(settings, Files.readString(SETTINGS).replace("@downloaded@", downloaded));
        Files.writeString(
                configuration.resolve("maven.config"),
                String.join(
                        "\n", "-gs", settings.toString(), "-Dmaven.repo.local=" + property("fresh.repository"), ""));
    }

    /** Writes the project. */
    static FreshProject in(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(TEMPLATE)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = directory.resolve(TEMPLATE.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.writeString(
                        copy,
                        Files.readString(file)
                                .replace("@version@", property("fresh.version"))
                                .replace("@spring-boot.version@", property("fresh.spring-boot.version")));
            }
        }
        useDownloads(directory);
        return new FreshProject(directory);
    }

    Path directory() {
        return directory;
    }

    /** Builds the application's jar; returns the output of Maven. */
    String build() throws IOException, InterruptedException {
        return maven("package");
    }

    /** Runs Maven; returns its output. */
    String maven(String... arguments) throws IOException, InterruptedException {
        Path maven = mavenFolder().resolve(File.separatorChar == '/' ? "mvn" : "mvn.cmd");
        List<String> command = new ArrayList<>(List.of(maven.toString(), "-B", "-q"));
        command.addAll(List.of(arguments));
        return finish(command);
    }

    /** Returns the folder of the launcher of the Maven that builds this module. */
    static Path mavenFolder() {
        return Path.of(property("fresh.maven"), "bin");
    }

    /**
     * Returns the versions of CXF's modules in the application, except its Spring Boot support, which is released less often.
     */
    Set<String> cxfVersions() throws IOException {
        try (JarFile application =
                new JarFile(directory.resolve("target/orders.jar").toFile())) {
            return application.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.startsWith("BOOT-INF/lib/cxf-"))
                    .filter(name -> !name.contains("/cxf-spring-boot-") && !name.contains("/cxf-rt-features-metrics-"))
                    .map(name -> name.replaceFirst(".*-(\\d+\\.\\d+\\.\\d+)\\.jar", "$1"))
                    .collect(Collectors.toSet());
        }
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
            if (!process.waitFor(20, TimeUnit.MINUTES) || process.exitValue() != 0) {
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
