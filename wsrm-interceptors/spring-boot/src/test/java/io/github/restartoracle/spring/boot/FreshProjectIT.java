package io.github.restartoracle.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.harness.inject.InProcessLink;
import io.github.restartoracle.house.FreePort;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.json.JsonParserFactory;

/** A new Spring Boot project that adds the starter and sets one property. */
class FreshProjectIT {
    private static final Duration START = Duration.ofMinutes(5);

    @TempDir
    static Path directory;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static FreshProject project;

    private final HttpClient http = HttpClient.newHttpClient();

    @BeforeAll
    static void build() throws Exception {
        project = FreshProject.in(directory);
        project.build();
    }

    @Test
    void shouldHaveAllOfCxfInOneVersion() throws IOException {
        assertThat(project.cxfVersions()).hasSize(1);
    }

    @Test
    void shouldObeyTheOracleAndHaveTheMeters() throws Exception {
        int port = FreePort.next();
        try (InProcessLink link = InProcessLink.open(InProcessLink.Settings.to("localhost", port))) {
            Process application = project.start(
                    "--server.port=" + port,
                    "--supplier=http://localhost:" + link.address().getPort() + "/services/orders",
                    "--management.endpoints.web.exposure.include=restartoracle,metrics");
            try {
                await().atMost(START).until(() -> answers(application, port));
                for (int i = 0; i < 5; i++) {
                    String order = "early" + i;
                    order(port, order);
                    await().until(() -> arrived(port).contains(order));
                }
                await().untilAsserted(() -> assertThat(meter(port, "ett")).isEqualTo(5));
                assertThat(paths(port))
                        .first()
                        .asInstanceOf(InstanceOfAssertFactories.MAP)
                        .as("it has learnt another timeout than the first")
                        .containsKey("timeout")
                        .doesNotContainEntry("timeout", "PT4S");
                double before = meter(port, "restarts");
                link.cut(Duration.ofHours(1));
                order(port, "late");
                await().untilAsserted(() -> assertThat(meter(port, "restarts")).isGreaterThanOrEqualTo(before + 2));
                link.cut(Duration.ZERO);
                await().untilAsserted(() -> assertThat(arrived(port)).contains("late"));
                await().untilAsserted(() -> assertThat(meter(port, "ett")).isEqualTo(6));
                assertThat(paths(port))
                        .first()
                        .asInstanceOf(InstanceOfAssertFactories.MAP)
                        .containsEntry("oracle", "qest");
            } finally {
                application.destroyForcibly().waitFor();
            }
        }
    }

    @Test
    void shouldSayWhatToDoWhenAPropertyIsMisspelt() throws Exception {
        Path properties = directory.resolve("application.properties");
        Files.writeString(properties, "# Twice as long.\nrestart-oracle.initial-timeuot=8s\n");
        Process application = project.start("--server.port=0", "--supplier=http://localhost:1/");
        try {
            assertThat(application.waitFor(START.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(application.exitValue()).isNotZero();
            assertThat(Files.readString(project.log()))
                    .contains("APPLICATION FAILED TO START")
                    .contains("The property restart-oracle.initial-timeuot cannot be used")
                    .contains("Value: \"8s\"")
                    .containsPattern("Origin: .*application\\.properties.* - 2:32")
                    .contains("known are")
                    .contains("initial-timeout")
                    .contains("Did you mean restart-oracle.initial-timeout?");
        } finally {
            application.destroyForcibly().waitFor();
            Files.delete(properties);
        }
    }

    private boolean answers(Process application, int port) throws Exception {
        assertThat(application.isAlive()).as("%s", project.log()).isTrue();
        try {
            return arrived(port).startsWith("[");
        } catch (ConnectException notYet) {
            return false;
        }
    }

    private void order(int port, String text) throws Exception {
        assertThat(send(HttpRequest.newBuilder(uri(port, "/order?text=" + text))
                                .POST(HttpRequest.BodyPublishers.noBody())
                                .build())
                        .statusCode())
                .isEqualTo(200);
    }

    private String arrived(int port) throws Exception {
        return send(HttpRequest.newBuilder(uri(port, "/arrived")).build()).body();
    }

    /** Returns the first measurement, which is the count of a timer and the value of a counter. */
    private double meter(int port, String name) throws Exception {
        Map<?, ?> first = (Map<?, ?>) list(json(port, "/actuator/metrics/restart.oracle." + name), "measurements")
                .get(0);
        return Double.parseDouble(String.valueOf(first.get("value")));
    }

    private List<?> paths(int port) throws Exception {
        return list(json(port, "/actuator/restartoracle"), "paths");
    }

    private static List<?> list(Map<String, Object> json, String name) {
        return (List<?>) Objects.requireNonNull(json.get(name), () -> "no " + name + " in " + json);
    }

    private Map<String, Object> json(int port, String path) throws Exception {
        String body = send(HttpRequest.newBuilder(uri(port, path)).build()).body();
        return JsonParserFactory.getJsonParser().parseMap(body);
    }

    private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static URI uri(int port, String path) {
        return URI.create("http://localhost:" + port + path);
    }
}
