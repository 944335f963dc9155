package io.github.restartoracle.benchmarks.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.harness.proof.FaultVerdict.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportDirectoryTest {
    private static final int LARGEST_PAGE = 2_500_000;

    @TempDir
    Path directory;

    private Path write(FaultEvidence... faults) throws IOException {
        Manifest manifest = Samples.manifest(faults);
        return new ReportDirectory(directory.resolve("suite"))
                .write(Report.of(Samples.results("1", "2"), manifest.faults()), manifest);
    }

    @Test
    void shouldWriteAPageThatNeedsNothingElseWhenThereAreResults() throws Exception {
        String page = Files.readString(write(Samples.PROVEN));

        assertThat(page)
                .contains("Restart Oracle: a &lt;suite&gt;")
                .contains("Fastest in the mean, of 2 scenarios: ")
                .contains("Every fault was applied as asked for; no message was lost.")
                .contains("Least mean ETT without a loss: fixed, ")
                .contains("transmissions that the oracle called for were dispatched within")
                .contains("down for 60.01 s, 480 packets")
                .contains("default-src 'none'")
                .hasSizeLessThan(LARGEST_PAGE);
        String ownPart = page.replaceAll("(?s)<script>.*?</script>", "");
        assertThat(ownPart).doesNotContain("{{", "src=", "href=\"http", "@import", "url(http");
    }

    @Test
    void shouldWriteThePointsOfEachFigureBesideThePageWhenThereAreResults() throws Exception {
        Files.createDirectories(directory.resolve("suite/figures"));
        Files.createFile(directory.resolve("suite/figures/of-an-earlier-run.csv"));

        write(Samples.PROVEN);

        List<Path> points;
        try (var files = Files.list(directory.resolve("suite/figures"))) {
            points = files.toList();
        }
        assertThat(points).hasSize(9);
        for (Path csv : points) {
            assertThat(Files.readAllLines(csv))
                    .startsWith("series,x,y,x_error,y_error,label")
                    .hasSizeGreaterThan(3);
        }
    }

    @Test
    void shouldWarnWhenAFaultWasNotThere() {
        Manifest manifest = Samples.manifest(new FaultEvidence("disruption-60s", "{}", "nothing", Outcome.NOT_APPLIED));

        assertThat(HtmlReport.of(Report.of(Samples.results("1"), manifest.faults()), manifest, List.of()))
                .contains("1 of 1 faults were NOT applied as asked for")
                .contains("faults not as requested")
                .contains("<span class=\"no\">NO</span>");
    }

    @Test
    void shouldReadTheManifestBackWhenItWasWritten() throws IOException {
        String page = Files.readString(write());

        assertThat(page).contains("<a href=\"manifest.json\">");
        Manifest manifest = Manifest.read(directory.resolve("suite/manifest.json"));
        assertThat(manifest).isEqualTo(Samples.manifest());
        assertThat(manifest.environment().get("Apache CXF")).startsWith("4.2");
        assertThat(manifest.environment().get("kernel")).isNotBlank();
        assertThat(manifest.environment().get("restart-oracle")).matches("\\d+\\..*");
    }

    @Test
    void shouldNotSayWhenItWasMade() throws IOException {
        assertThat(Files.readString(write())).doesNotContain("2026-11-20");
    }
}
