package io.github.restartoracle.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.restartoracle.benchmarks.results.ResultsCsv;
import io.github.restartoracle.harness.proof.FaultVerdict.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportDirectoryTest {
    private static final int LARGEST_PAGE = 2_500_000;

    @TempDir
    Path directory;

    private Path write(FaultEvidence... faults) throws IOException {
        return new ReportDirectory(directory.resolve("suite")).write(Samples.results("1"), Samples.manifest(faults));
    }

    @Test
    void shouldWriteAPageThatNeedsNothingElseWhenThereAreResults() throws Exception {
        String page = Files.readString(write(Samples.PROVEN));

        assertThat(page)
                .contains("Restart Oracle: a &lt;suite&gt;")
                .contains("Fastest in the mean, of 2 scenarios: ")
                .contains("Every fault was applied as asked for; no message was lost.")
                .contains("Least mean ETT without a loss: fixed, ")
                .contains("transmissions that the oracles called for left within 100 ms")
                .contains("down for 60.01 s, 480 packets")
                .contains("default-src 'none'")
                .hasSizeLessThan(LARGEST_PAGE);
        String ownPart = page.replaceAll("(?s)<script>.*?</script>", "");
        assertThat(ownPart).doesNotContain("{{", "src=", "href=\"http", "@import", "url(http");
    }

    @Test
    void shouldDrawEachFigureBesideThePageWhenThereAreResults() throws Exception {
        write(Samples.PROVEN);

        List<Path> drawings;
        try (var files = Files.list(directory.resolve("suite/figures"))) {
            drawings = files.filter(file -> file.toString().endsWith(".svg")).toList();
        }
        assertThat(drawings).hasSize(8);
        for (Path svg : drawings) {
            DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(svg.toFile());
            String name = svg.getFileName().toString().replace(".svg", "");
            assertThat(ImageIO.read(svg.resolveSibling(name + ".png").toFile()).getWidth())
                    .isGreaterThan(1000);
            assertThat(Files.readAllLines(svg.resolveSibling(name + ".csv")))
                    .startsWith("series,x,y,x_error,y_error,label")
                    .hasSizeGreaterThan(3);
        }
    }

    @Test
    void shouldWarnWhenAFaultWasNotThere() {
        Manifest manifest = Samples.manifest(new FaultEvidence("disruption-60s", "{}", "nothing", Outcome.NOT_APPLIED));

        assertThat(HtmlReport.of(Report.of(Samples.results("1"), manifest), manifest, List.of()))
                .contains("1 of 1 faults were NOT applied as asked for")
                .contains("faults missing")
                .contains("<span class=\"no\">NO</span>");
    }

    @Test
    void shouldWriteResultsAndManifestBesideThePageWhenThereAreResults() throws IOException {
        String page = Files.readString(write());

        assertThat(page).contains("<a href=\"results.csv\">", "<a href=\"manifest.json\">");
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
        String table = ConsoleTable.of(Samples.results("1").get(1).cells());

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
