package io.github.restartoracle.benchmarks.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.restartoracle.benchmarks.lab.report.Figure.Series;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;

/** Tests a written report in a real browser. */
class ReportPageIT {
    private static final Path SCREENSHOTS = Path.of("target", "report-screenshots");
    private static final String TRADE_OFF = "http-disruption-60s-simulation-trade-off";
    private static final String DRAWN = """
            const chart = echarts.getInstanceByDom(document.querySelector(`#${arguments[0]} .plot`));
            return chart.getModel().getSeriesByName(arguments[1])
                .filter(series => !series.get('silent'))
                .reduce((sum, series) => sum + series.getData().count(), 0);
            """;
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    static Path directory;

    private static Browser browser;
    private static Report report;
    private static String page;

    @BeforeAll
    static void open() throws IOException {
        browser = Browser.start(directory.resolve("profile"));
        List<ScenarioResult> results = Samples.results("1", "2", "3");
        Manifest manifest = Samples.manifest(Samples.PROVEN);
        report = Report.of(results, manifest.faults());
        page = new ReportDirectory(directory.resolve("suite"))
                .write(report, manifest)
                .toUri()
                .toString();
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void load() {
        browser.show(1280, 900, "light");
        browser.driver().get(page);
    }

    private static Object run(String script, Object... arguments) {
        return browser.driver().executeScript(script, arguments);
    }

    private static WebElement find(String css) {
        return browser.driver().findElement(By.cssSelector(css));
    }

    @Test
    void shouldDrawEveryPointWhenOpened() throws IOException {
        for (Figure figure : report.figures().toList()) {
            Map<String, Long> expected = figure.series().stream()
                    .collect(Collectors.groupingBy(
                            Series::name,
                            Collectors.summingLong(series -> series.points().size())));
            assertThat(expected).isNotEmpty();
            expected.forEach((name, points) -> assertThat(run(DRAWN, figure.name(), name))
                    .as("%s: %s", figure.name(), name)
                    .isEqualTo(points));
            assertThat(browser.driver().findElements(By.cssSelector("#" + figure.name() + " .plot svg path")))
                    .as(figure.name())
                    .hasSizeGreaterThan(figure.series().size());
        }
        browser.screenshot(SCREENSHOTS.resolve("light.png"));
        assertThat(browser.console()).as("console").isEmpty();
    }

    @Test
    void shouldAskForNothingElseWhenOpened() {
        browser.performance();
        browser.driver().get(page);

        List<String> requested = browser.performance().stream()
                .map(ReportPageIT::message)
                .filter(message -> message.path("method").asText().equals("Network.requestWillBeSent"))
                .map(message ->
                        message.path("params").path("request").path("url").asText())
                .filter(url -> !url.startsWith("data:"))
                .distinct()
                .toList();

        assertThat(requested).containsExactly(page);
    }

    private static JsonNode message(String entry) {
        try {
            return JSON.readTree(entry).path("message");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldTellAboutAPointWhenThePointerIsOverIt() {
        WebElement plot = find("#" + TRADE_OFF + " .plot");
        run("arguments[0].scrollIntoView({block: 'center'})", plot);
        List<?> offset = (List<?>) run("""
                const chart = echarts.getInstanceByDom(arguments[0]);
                const index = chart.getOption().series.findIndex(series => series.name === 'fixed');
                const [x, y] = chart.convertToPixel({seriesIndex: index}, chart.getOption().series[index].data[0]);
                return [Math.round(x - arguments[0].clientWidth / 2), Math.round(y - arguments[0].clientHeight / 2)];
                """, plot);

        new Actions(browser.driver())
                .moveToElement(plot, ((Number) offset.get(0)).intValue(), ((Number) offset.get(1)).intValue())
                .perform();

        await().untilAsserted(() -> assertThat(plot.getText())
                .contains("fixed, mean of 3 runs")
                .contains("mean ETT (s) 12.")
                .contains("±"));
    }

    @Test
    void shouldHideASeriesWhenItsNameIsPressed() {
        WebElement name = find("#" + TRADE_OFF + " .legend button[data-series='fixed']");

        name.click();

        assertThat(name.getDomAttribute("aria-pressed")).isEqualTo("false");
        assertThat(run("""
                const chart = echarts.getInstanceByDom(document.querySelector(`#${arguments[0]} .plot`));
                return chart.getOption().legend[0].selected.fixed;
                """, TRADE_OFF)).isEqualTo(false);
    }

    @Test
    void shouldSaveEachFigureOnWhitePaperWhenAFormatIsPressed() throws Exception {
        browser.show(1280, 900, "dark");
        Path files = Files.createDirectories(SCREENSHOTS.resolve("figures"));
        run("document.addEventListener('click', event => event.preventDefault())");
        for (Figure figure : report.figures().toList()) {
            byte[] svg = saved(figure, "svg");
            String image = new String(svg, StandardCharsets.UTF_8);
            byte[] png = saved(figure, "png");
            BufferedImage raster = ImageIO.read(new ByteArrayInputStream(png));

            Files.write(files.resolve(figure.name() + ".svg"), svg);
            Files.write(files.resolve(figure.name() + ".png"), png);
            DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new ByteArrayInputStream(svg));
            assertThat(image)
                    .contains(
                            figure.title(),
                            figure.series().get(0).name(),
                            figure.y().title());
            assertThat(raster.getWidth()).isEqualTo(2000);
            assertThat(raster.getRGB(0, 0)).as("background").isEqualTo(0xffffffff);
        }
        assertThat(browser.console()).as("console").isEmpty();
    }

    private static byte[] saved(Figure figure, String type) {
        WebElement link = find("#" + figure.name() + " a[download='" + figure.name() + "." + type + "']");
        run("arguments[0].click()", link);
        String url = String.valueOf(link.getDomAttribute("href"));
        String data = url.substring(url.indexOf(',') + 1);
        return url.contains(";base64,")
                ? Base64.getDecoder().decode(data)
                : URLDecoder.decode(data.replace("+", "%2B"), StandardCharsets.UTF_8)
                        .getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void shouldSortATableWhenAHeaderIsPressed() {
        WebElement table = browser.driver()
                .findElement(By.xpath("//section[contains(h2, 'disruption-60s')]//table[@class='sortable']"));
        WebElement ett = table.findElement(By.xpath(".//th[2]/button"));
        assertThat(oracles(table)).containsExactly("none", "fixed", "exponential-backoff");

        ett.click();
        assertThat(oracles(table)).containsExactly("fixed", "exponential-backoff", "none");
        ett.sendKeys(Keys.ENTER);
        assertThat(oracles(table)).containsExactly("none", "exponential-backoff", "fixed");
        assertThat(table.findElement(By.cssSelector("th[aria-sort]")).getDomAttribute("aria-sort"))
                .isEqualTo("descending");
    }

    private static List<String> oracles(WebElement table) {
        return table.findElements(By.cssSelector("tbody th")).stream()
                .map(WebElement::getText)
                .toList();
    }

    @Test
    void shouldChangeItsColoursWhenTheReaderPrefersDark() throws IOException {
        String colours = """
                const label = document.querySelector('.plot svg text');
                return [getComputedStyle(document.body).backgroundColor, getComputedStyle(label).fill];
                """;
        List<?> light = (List<?>) run(colours);

        browser.show(1280, 900, "dark");

        await().untilAsserted(
                        () -> assertThat((List<?>) run(colours)).isNotEmpty().noneMatch(light::contains));
        browser.screenshot(SCREENSHOTS.resolve("dark.png"));
        assertThat(browser.console()).as("console").isEmpty();
    }

    @Test
    void shouldNotScrollSidewaysWhenTheScreenIsNarrow() throws IOException {
        browser.show(360, 740, "light");
        browser.driver().get(page);

        assertThat(run("return document.documentElement.scrollWidth")).isEqualTo(360L);
        assertThat((List<?>) run("return [...document.querySelectorAll('.plot svg')].map(svg => svg.clientWidth)"))
                .isNotEmpty()
                .allMatch(width -> ((Number) width).intValue() <= 340);
        run("""
                const plot = document.querySelector(`#${arguments[0]} .plot`);
                plot.scrollIntoView({block: 'center'});
                const chart = echarts.getInstanceByDom(plot);
                const fixed = chart.getOption().series.findIndex(series => series.name === 'fixed');
                chart.dispatchAction({type: 'showTip', seriesIndex: fixed, dataIndex: 0});
                """, TRADE_OFF);
        assertThat(run("return document.documentElement.scrollWidth"))
                .as("with a tooltip")
                .isEqualTo(360L);
        browser.screenshot(SCREENSHOTS.resolve("phone.png"));
    }
}
