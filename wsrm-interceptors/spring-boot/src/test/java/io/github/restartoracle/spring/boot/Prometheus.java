package io.github.restartoracle.spring.boot;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import io.github.restartoracle.house.FreePort;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.boot.json.JsonParserFactory;

/**
 * A Prometheus that scrapes an application every second. If there is none on the path (Debian: {@code prometheus}), the test is
 * skipped, or fails if the environment has {@code RESTART_ORACLE_REQUIRE_PROMETHEUS=true}.
 */
final class Prometheus implements AutoCloseable {
    private static final String REQUIRED = "RESTART_ORACLE_REQUIRE_PROMETHEUS";
    private static final String CONFIGURATION = """
            global:
              scrape_interval: 1s
              scrape_timeout: 1s
            scrape_configs:
              - job_name: orders
                metrics_path: /actuator/prometheus
                static_configs:
                  - targets: ['localhost:%s']
            """;

    private final Process process;
    private final String address;
    private final HttpClient http = HttpClient.newHttpClient();

    private Prometheus(Process process, String address) {
        this.process = process;
        this.address = address;
    }

    static Prometheus start(Path directory, String port) throws IOException {
        String binary = binary();
        Path configuration = Files.writeString(directory.resolve("prometheus.yml"), CONFIGURATION.formatted(port));
        String address = "127.0.0.1:" + FreePort.next();
        Process process = new ProcessBuilder(
                        binary,
                        "--config.file=" + configuration,
                        "--storage.tsdb.path=" + directory.resolve("data"),
                        "--web.listen-address=" + address)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("prometheus.log").toFile())
                .start();
        return new Prometheus(process, address);
    }

    private static String binary() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(directory -> new File(directory, "prometheus"))
                .filter(File::canExecute)
                .map(File::getPath)
                .findFirst()
                .orElseGet(() -> absent("no prometheus on the path, so nobody has run the dashboard's queries"));
    }

    private static String absent(String message) {
        System.err.println("NOT TESTED: " + message);
        return "true".equals(System.getenv(REQUIRED)) ? fail(message) : abort(message);
    }

    /** Returns the present values of an expression, one for each series. */
    List<Double> query(String expression) {
        Map<?, ?> data = (Map<?, ?>) get("query?query=" + encode(expression));
        return ((List<?>) Objects.requireNonNull(data.get("result")))
                .stream()
                        .map(series -> (List<?>) Objects.requireNonNull(((Map<?, ?>) series).get("value")))
                        .map(point -> number(String.valueOf(point.get(1))))
                        .toList();
    }

    /** Parses a number. It may be infinite, as a rate is at first that divides by zero. */
    private static double number(String text) {
        return Double.parseDouble(text.replace("Inf", "Infinity"));
    }

    /** Returns the values of a label in the series that a selector finds. */
    List<?> labelValues(String selector, String label) {
        return (List<?>) get("label/" + label + "/values?match[]=".replace("[]", "%5B%5D") + encode(selector));
    }

    private Object get(String path) {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + address + "/api/v1/" + path))
                    .build();
            String body =
                    http.send(request, HttpResponse.BodyHandlers.ofString()).body();
            Map<String, Object> answer = JsonParserFactory.getJsonParser().parseMap(body);
            if (!"success".equals(answer.get("status"))) {
                throw new AssertionError(path + ": " + body);
            }
            return Objects.requireNonNull(answer.get("data"));
        } catch (IOException e) {
            throw new AssertionError(path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
