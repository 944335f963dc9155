package io.github.restartoracle.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.restartoracle.benchmarks.experiments.OracleSpec;
import io.github.restartoracle.benchmarks.experiments.Scale;
import io.github.restartoracle.benchmarks.experiments.Scenario;
import io.github.restartoracle.benchmarks.experiments.ScenarioFiles;
import io.github.restartoracle.benchmarks.results.Cell;
import io.github.restartoracle.benchmarks.results.Evaluation;
import io.github.restartoracle.benchmarks.results.Journals;
import io.github.restartoracle.benchmarks.results.OracleRuns;
import io.github.restartoracle.benchmarks.results.PaperTables;
import io.github.restartoracle.benchmarks.results.ResultsCsv;
import io.github.restartoracle.benchmarks.results.Source;
import io.github.restartoracle.harness.proof.FaultVerdict.Outcome;
import io.github.restartoracle.oracle.OracleCatalog;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

class ReportDirectoryTest {
    private static final List<OracleSpec> STATIC = List.of(
            OracleSpec.of("none", Map.of()),
            OracleSpec.of("fixed", Map.of("timeout", "4s")),
            OracleSpec.of("exponential-backoff", Map.of("timeout", "4s")));

    @TempDir
    Path directory;

    private static ScenarioResult result(String name, String faults) {
        Scenario scenario = Scale.QUICK.apply(new ScenarioFiles().parse(name, """
                name: %s
                messages: 400
                interval: 500ms
                tcp: {syn-timeout: 3s}
                faults: %s
                """.formatted(name, faults)));
        List<OracleRuns> runs = new ArrayList<>();
        for (OracleSpec spec : STATIC) {
            var oracle = OracleCatalog.load().factory(spec.settings()).oracle();
            runs.add(new OracleRuns(
                    spec,
                    List.of("1"),
                    Journals.obedient(scenario, "1", spec.label(), oracle::timeoutNanos),
                    List.of(),
                    0));
        }
        List<Cell> cells = new Evaluation(
                        scenario,
                        Source.SIMULATION,
                        PaperTables.ofDefaults(),
                        scenario.synTimeout().schedule())
                .cells(runs);
        return new ScenarioResult(scenario, cells);
    }

    private static Manifest manifest(FaultEvidence... faults) {
        return new Manifest(
                "a <suite>",
                Instant.parse("2026-11-20T12:00:00Z"),
                Scale.QUICK,
                42,
                "./mvnw verify",
                Manifest.currentEnvironment(),
                List.of(faults));
    }

    private Path write(FaultEvidence... faults) throws IOException {
        List<ScenarioResult> results =
                List.of(result("no-faults", "[]"), result("disruption-60s", "[{at: 60s, for: 60s, disrupt: both}]"));
        return new ReportDirectory(directory.resolve("suite")).write(results, manifest(faults));
    }

    @Test
    void shouldWriteAPageThatNeedsNothingElseWhenThereAreResults() throws Exception {
        String page = Files.readString(write(new FaultEvidence(
                "disruption-60s",
                "{at: 30s, for: 60s, disrupt: both}",
                "down for 60.01 s, 480 packets",
                Outcome.APPLIED)));

        assertThat(page)
                .contains("Restart Oracle: a &lt;suite&gt;")
                .contains("Every fault was applied as asked for. No message was lost.")
                .contains("Least mean ETT without a loss: fixed, ")
                .contains("transmissions that the oracles called for left within 100 ms")
                .contains("down for 60.01 s, 480 packets")
                .doesNotContain("{{", "<script", "src=", "href=\"http", "@import", "url(http");
        Matcher figures = Pattern.compile("<svg.*?</svg>", Pattern.DOTALL).matcher(page);
        int count = 0;
        while (figures.find()) {
            count++;
            String svg = figures.group();
            DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
            assertThat(svg).contains("var(--ink)", "var(--series-0)").hasSizeLessThan(200_000);
        }
        assertThat(count).as("figures").isEqualTo(4);
    }

    @Test
    void shouldWarnWhenAFaultWasNotThere() throws IOException {
        assertThat(Files.readString(write(new FaultEvidence("disruption-60s", "{}", "nothing", Outcome.NOT_APPLIED))))
                .contains("1 of 1 faults were NOT applied as asked for")
                .contains("<span class=\"no\">NO</span>");
    }

    @Test
    void shouldWriteResultsAndManifestBesideThePageWhenThereAreResults() throws IOException {
        write();

        assertThat(ResultsCsv.read(directory.resolve("suite/results.csv"))).hasSize(6);
        JsonNode manifest = new ObjectMapper()
                .readTree(directory.resolve("suite/manifest.json").toFile());
        assertThat(manifest.get("seed").asLong()).isEqualTo(42);
        assertThat(manifest.get("scale").asText()).isEqualTo("quick");
        assertThat(manifest.get("environment").get("Apache CXF").asText()).startsWith("4.2");
        assertThat(manifest.get("environment").get("kernel").asText()).isNotBlank();
    }

    @Test
    void shouldPutPaperAndClosedFormBesideACellWhenPrintedOnTheConsole() {
        String table = ConsoleTable.of(
                result("disruption-60s", "[{at: 60s, for: 60s, disrupt: both}]").cells());

        String fixed = table.lines()
                .filter(line -> line.contains(" fixed "))
                .findFirst()
                .orElseThrow();
        assertThat(fixed).contains("13.76 [2.20]", "2.80 [0.42]", "100.0 %");
        assertThat(table.lines()
                        .filter(line -> line.contains("|"))
                        .map(String::length)
                        .distinct())
                .hasSize(1);
    }
}
