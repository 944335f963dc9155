package io.github.restartoracle.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.context.ConfigurableApplicationContext;

/** Runs every query of the Grafana dashboard on a Prometheus that scraped an application. */
class DashboardIT {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((.+), (\\w+)\\)");

    @TempDir
    Path directory;

    private static Map<String, Object> dashboard() {
        try (InputStream json =
                DashboardIT.class.getResourceAsStream("/META-INF/restart-oracle/grafana-dashboard.json")) {
            return JsonParserFactory.getJsonParser()
                    .parseMap(new String(Objects.requireNonNull(json).readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> list(Map<String, Object> of, String name) {
        return (List<Map<String, Object>>) Objects.requireNonNull(of.get(name), name);
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> variables() {
        return list((Map<String, Object>) Objects.requireNonNull(dashboard().get("templating")), "list");
    }

    /** Fills in a query as Grafana does: all values of every variable, and many scrapes as the interval of a rate. */
    private static String filledIn(String query) {
        String filled = query.replace("$__rate_interval", "1m");
        for (Map<String, Object> variable : variables()) {
            filled = filled.replace("$" + variable.get("name"), String.valueOf(variable.get("allValue")));
        }
        assertThat(filled).doesNotContain("$");
        return filled;
    }

    private static List<String> queries() {
        List<String> queries = new ArrayList<>();
        for (Map<String, Object> panel : list(dashboard(), "panels")) {
            list(panel, "targets").forEach(target -> queries.add(String.valueOf(target.get("expr"))));
        }
        return queries;
    }

    @Test
    void shouldShowSomethingForEveryQuery() throws IOException {
        try (ConfigurableApplicationContext application = new SpringApplication(Shop.class)
                        .run(
                                "--server.port=0",
                                "--restart-oracle.oracle=qest",
                                "--management.endpoints.web.exposure.include=prometheus");
                Prometheus prometheus = Prometheus.start(
                        directory, application.getEnvironment().getRequiredProperty("local.server.port"))) {
            Orders orders = application.getBean("orders", Orders.class);
            await().atMost(PATIENCE)
                    .ignoreException(AssertionError.class)
                    .until(() -> !prometheus.query("up == 1").isEmpty());
            List<String> queries = queries();
            assertThat(queries).hasSizeGreaterThanOrEqualTo(12);
            await().atMost(PATIENCE).untilAsserted(() -> {
                orders.put("one more");
                assertThat(queries)
                        .allSatisfy(query -> assertThat(prometheus.query(filledIn(query)))
                                .isNotEmpty()
                                .allMatch(Double::isFinite));
            });
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(prometheus.query("sum(restart_oracle_ett_seconds_count)"))
                            .singleElement()
                            .satisfies(count -> assertThat(count).isPositive()));

            for (Map<String, Object> variable : variables()) {
                Matcher query = LABEL_VALUES.matcher(String.valueOf(variable.get("definition")));
                if (query.matches()) {
                    assertThat(prometheus.labelValues(filledIn(query.group(1)), query.group(2)))
                            .as("%s", variable.get("name"))
                            .isNotEmpty();
                }
            }
        }
    }

    @Test
    void shouldBeADashboardThatCanBeImported() {
        Map<String, Object> dashboard = dashboard();
        assertThat(dashboard)
                .containsKeys("title", "uid", "schemaVersion", "templating")
                .doesNotContainKey("id");
        List<Map<String, Object>> panels = list(dashboard, "panels");
        assertThat(panels).extracting(panel -> panel.get("id")).doesNotHaveDuplicates();
        assertThat(panels).extracting(panel -> panel.get("gridPos")).doesNotHaveDuplicates();
        assertThat(panels).allSatisfy(panel -> {
            assertThat(panel).containsKeys("type", "description", "datasource", "fieldConfig");
            assertThat(list(panel, "targets"))
                    .extracting(target -> target.get("refId"))
                    .doesNotHaveDuplicates();
        });
        assertThat(variables())
                .extracting(variable -> variable.get("name"))
                .containsExactly("datasource", "instance", "endpoint", "host");
    }
}
