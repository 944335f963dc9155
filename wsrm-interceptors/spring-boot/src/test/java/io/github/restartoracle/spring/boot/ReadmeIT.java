package io.github.restartoracle.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.house.FreePort;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** The README's block for a new project, pasted as it is, has the effect that the README describes. */
@TestMethodOrder(OrderAnnotation.class)
class ReadmeIT {
    private static final Duration DOWNLOADS_AND_OUTAGE = Duration.ofMinutes(20);

    @TempDir
    static Path parent;

    private static Path directory() {
        return parent.resolve("orders");
    }

    @Test
    @Order(1)
    void shouldDeliverTheOrderOfAnOutage() throws Exception {
        Files.createDirectories(directory());
        FreshProject.useDownloads(parent);
        String block = ReadmeBlock.in(ReadmeBlock.README, "A new project, and an outage", "sh", 0)
                .replace("8081", Integer.toString(FreePort.next()))
                .replace("8082", Integer.toString(FreePort.next()));
        Path output = parent.resolve("output.txt");
        Process shell = shell(block, output);
        try {
            await().atMost(DOWNLOADS_AND_OUTAGE)
                    .until(() -> !shell.isAlive() || Files.readString(output).contains("arrived: tea"));
        } finally {
            shell.descendants().forEach(ProcessHandle::destroyForcibly);
            shell.destroyForcibly().waitFor();
        }
        // The second application to start is the supplier.
        assertThat(Files.readString(output))
                .containsSubsequence(
                        "Started OrdersApplication", "ordered: tea", "Started OrdersApplication", "arrived: tea");
    }

    @Test
    @Order(2)
    void shouldHaveCxfInOneVersionWhereItsStarterComesFirst() throws Exception {
        Path pom = directory().resolve("pom.xml");
        String own = """
                    <dependency>
                      <groupId>io.github.restartoracle</groupId>
                      <artifactId>restart-oracle-spring-boot-starter</artifactId>
                """;
        String starter = """
                    <dependency>
                      <groupId>org.apache.cxf</groupId>
                      <artifactId>cxf-spring-boot-starter-jaxws</artifactId>
                      <version>4.2.0</version>
                    </dependency>
                """;
        String changed = Files.readString(pom).replace(own, starter + own);
        assertThat(changed).contains(starter);
        Files.writeString(pom, changed);
        FreshProject project = FreshProject.existing(directory());
        project.build();
        assertThat(project.cxfVersions()).hasSize(1);
        Files.writeString(
                pom,
                changed.replaceFirst("(?s)  <dependencyManagement>.*</dependencyManagement>\n", "")
                        .replace(own, own + "      <version>" + System.getProperty("fresh.version") + "</version>\n"));
        project.build();
        assertThat(project.cxfVersions()).as("without the BOM").hasSizeGreaterThan(1);
    }

    private static Process shell(String block, Path output) throws IOException {
        ProcessBuilder shell = new ProcessBuilder("bash", "-c", block)
                .directory(directory().toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        String tools = String.join(
                File.pathSeparator,
                FreshProject.mavenFolder().toString(),
                Path.of(System.getProperty("java.home"), "bin").toString(),
                System.getenv("PATH"));
        shell.environment().put("PATH", tools);
        return shell.start();
    }
}
