package io.github.restartoracle.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.WebElement;

/** Looks at the running service in a real browser. */
class LivePageIT {
    private static final Path SCREENSHOTS = Path.of("target", "screenshots");
    private static final Pattern REQUEST = Pattern.compile("\"request\":\\{.*?\"url\":\"([^\"]+)\"");
    private static final String DRAWN = """
            const chart = echarts.getInstanceByDom(document.getElementById(arguments[0]));
            return chart.getOption().series[arguments[1]].data.length;
            """;

    private static final Duration LONG = Duration.ofMinutes(2);
    private static final Pattern ADDRESS = Pattern.compile("Look at (http://localhost:\\d+/)");
    private static final List<String> SHOPS = List.of("stock", "oracle");

    @TempDir
    static Path directory;

    private static Browser browser;
    private static Process service;
    private static String page;

    /** Starts the application as a user does: it continues in a network namespace of its own where it can. */
    @BeforeAll
    static void start() throws IOException {
        browser = Browser.start(directory.resolve("profile"));
        Path log = directory.resolve("service.log");
        service = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SampleApplication.class.getName(),
                        "--server.port=0")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        page = await().atMost(LONG)
                .until(
                        () -> ADDRESS.matcher(Files.readString(log))
                                .results()
                                .map(found -> found.group(1))
                                .findFirst()
                                .orElse(""),
                        address -> !address.isEmpty());
    }

    @AfterAll
    static void stop() throws InterruptedException {
        if (browser != null) {
            browser.close();
        }
        if (service != null) {
            service.destroy();
            service.waitFor();
        }
    }

    private static String story(String shop) {
        return browser.text("[data-shop='" + shop + "'] .story");
    }

    /** Returns the lower end of the lower chart. */
    private static double lowestChart() {
        return ((Number) browser.run("return Math.max(...[...document.querySelectorAll('.plot')]"
                        + ".map(plot => plot.getBoundingClientRect().bottom + scrollY))"))
                .doubleValue();
    }

    private static void resize(int width, int height) {
        browser.show(width, height, "light");
        browser.run("dispatchEvent(new Event('resize'))");
    }

    @Test
    void shouldShowWhoIsDoneWhenTheLinksWereCut() throws IOException {
        browser.show(1440, 900, "light");
        browser.open(page);
        for (String shop : SHOPS) {
            await().atMost(LONG).untilAsserted(() -> assertThat(story(shop)).isEqualTo("on time"));
        }
        assertThat(browser.text("#link")).isEqualTo("Links up");
        assertThat(browser.text("#path")).isEqualTo("Restart oracle: canary");

        WebElement seconds = browser.element("#seconds");
        seconds.clear();
        seconds.sendKeys("15");
        browser.element("#cut button").click();

        await().atMost(LONG)
                .untilAsserted(() -> assertThat(browser.text("#link")).startsWith("Links cut, "));
        for (String shop : SHOPS) {
            await().atMost(LONG).untilAsserted(() -> assertThat(story(shop)).matches("[1-9]\\d* waiting.*"));
        }
        browser.screenshot(SCREENSHOTS.resolve("cut.png"));
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(browser.text("#link")).isEqualTo("Links up"));
        await().pollDelay(Duration.ofSeconds(2)).atMost(LONG).until(() -> true);
        browser.screenshot(SCREENSHOTS.resolve("wide.png"));
        resize(390, 844);
        browser.screenshot(SCREENSHOTS.resolve("narrow.png"));
        for (String shop : SHOPS) {
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(story(shop)).matches("all arrived [\\d.]+ s after the return"));
        }
        for (int series : List.of(0, 1)) {
            assertThat((Long) browser.run(DRAWN, "times", series)).isGreaterThan(15);
            assertThat((Long) browser.run(DRAWN, "pending", series)).isGreaterThan(15);
        }
        assertThat(lowestChart()).as("above the fold of a phone").isLessThanOrEqualTo(844);
        assertThat((List<?>)
                        browser.run("return [...document.querySelectorAll('.plot svg')].map(svg => svg.clientWidth)"))
                .hasSize(2)
                .allMatch(width -> ((Number) width).intValue() <= 370);
        assertThat(browser.run("return document.documentElement.scrollWidth")).isEqualTo(390L);
        resize(1440, 900);
        assertThat(lowestChart()).as("above the fold of a desk").isLessThanOrEqualTo(900);
        browser.show(1440, 900, "dark");
        await().untilAsserted(() -> assertThat(browser.run("return getComputedStyle(document.body).backgroundColor"))
                .isEqualTo("rgb(13, 17, 23)"));
        browser.screenshot(SCREENSHOTS.resolve("dark.png"));
        assertThat(browser.console()).as("console").isEmpty();
    }

    @Test
    void shouldLoadNothingFromElsewhere() {
        browser.performance();
        browser.open(page);
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(browser.text("#link")).startsWith("Links "));

        List<String> requested = browser.performance().stream()
                .filter(message -> message.contains("Network.requestWillBeSent\""))
                .flatMap(message -> REQUEST.matcher(message).results().map((MatchResult url) -> url.group(1)))
                .filter(url -> !url.startsWith("data:"))
                .toList();

        assertThat(requested).contains(page, page + "events").allMatch(url -> url.startsWith(page));
    }
}
