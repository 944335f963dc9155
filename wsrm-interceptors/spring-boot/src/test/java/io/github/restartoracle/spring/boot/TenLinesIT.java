package io.github.restartoracle.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.house.FreePort;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The project of the first steps, its client and its service do what it says, pasted as they are. */
class TenLinesIT {
    private static final Path PAGE = Path.of("..", "..", "docs", "getting-started.md");
    private static final String SECTION = "Ten lines";
    private static final String PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:build-classpath";
    private static final Duration LONG = Duration.ofMinutes(5);

    @TempDir
    Path directory;

    private String classPath() throws IOException, InterruptedException {
        FreshProject.useDownloads(directory);
        Files.writeString(directory.resolve("pom.xml"), """
                <project>
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>orders</groupId>
                  <artifactId>orders</artifactId>
                  <version>1</version>
                %s
                </project>
                """.formatted(ReadmeBlock.in(PAGE, SECTION, "xml", 0)));
        FreshProject.existing(directory).maven(PLUGIN, "-Dmdep.outputFile=class-path.txt");
        return directory + File.pathSeparator + Files.readString(directory.resolve("class-path.txt"));
    }

    private void compile(String classPath) throws IOException {
        String port = Integer.toString(FreePort.next());
        List<String> arguments = new ArrayList<>(List.of("-cp", classPath, "-d", directory.toString()));
        for (Map.Entry<String, Integer> file :
                Map.of("Orders.java", 0, "Buyer.java", 1, "Supplier.java", 2).entrySet()) {
            Path source = directory.resolve(file.getKey());
            String block = ReadmeBlock.in(PAGE, SECTION, "java", file.getValue());
            Files.writeString(source, block.replace("8081", port));
            arguments.add(source.toString());
        }
        int code = ToolProvider.getSystemJavaCompiler()
                .run(null, System.out, System.err, arguments.toArray(String[]::new));
        assertThat(code).as("the compiler's exit code").isZero();
    }

    private Process start(String classPath, Path output, String... program) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath));
        command.addAll(List.of(program));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    @Test
    void shouldDeliverWhatWasOrderedBeforeTheServiceWasThere() throws Exception {
        String classPath = classPath();
        compile(classPath);
        Path ordered = directory.resolve("ordered.txt");
        Path arrived = directory.resolve("arrived.txt");
        Process client = start(classPath, ordered, "Buyer", "tea", "milk");
        try {
            await().atMost(LONG).until(() -> Files.readString(ordered).contains("ordered: milk"));
            Process service = start(classPath, arrived, "Supplier");
            try {
                await().atMost(LONG).until(() -> !client.isAlive());
                await().atMost(LONG).until(() -> Files.readString(arrived).contains("arrived: milk"));
            } finally {
                service.destroyForcibly().waitFor();
            }
        } finally {
            client.destroyForcibly().waitFor();
        }
        assertThat(client.exitValue()).as(Files.readString(ordered)).isZero();
        assertThat(Files.readString(arrived)).containsOnlyOnce("arrived: tea").containsOnlyOnce("arrived: milk");
    }
}
