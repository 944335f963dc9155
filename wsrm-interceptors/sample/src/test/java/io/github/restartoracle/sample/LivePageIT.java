package io.github.restartoracle.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
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
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** Looks at the running service in a real browser. */
class LivePageIT {
    private static final Path SCREENSHOTS = Path.of("target", "screenshots");
    private static final Pattern REQUEST = Pattern.compile("\"request\":\\{.*?\"url\":\"([^\"]+)\"");
    private static final String DRAWN = """
            const chart = echarts.getInstanceByDom(document.getElementById(arguments[0]));
            return chart.getOption().series[arguments[1]].data.length;
            """;

    @TempDir
    static Path directory;

    private static Browser browser;
    private static ConfigurableApplicationContext service;
    private static String page;

    @BeforeAll
    static void start() {
        browser = Browser.start(directory.resolve("profile"));
        service = new SpringApplication(SampleApplication.class).run("--server.port=0");
        page = "http://localhost:" + service.getEnvironment().getProperty("local.server.port") + "/";
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
        }
        if (service != null) {
            service.close();
        }
    }

    private static int number(String shop, String name) {
        String text = browser.text("[data-shop='" + shop + "'] [data-value='" + name + "']");
        return text.matches("\\d+") ? Integer.parseInt(text) : -1;
    }

    @Test
    void shouldShowWhatHappensWhenTheLinksAreCut() throws IOException {
        browser.show(1280, 1100, "light");
        browser.open(page);
        for (String shop : List.of("stock", "oracle")) {
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(number(shop, "arrived")).isGreaterThan(4));
        }
        assertThat(browser.text("#link")).isEqualTo("Links up");
        assertThat(browser.text("#path")).startsWith("canary: restarts after");

        WebElement seconds = browser.element("#seconds");
        seconds.clear();
        seconds.sendKeys("6");
        browser.element("#cut button").click();

        await().untilAsserted(() -> assertThat(browser.text("#link")).startsWith("Links cut, "));
        for (String shop : List.of("stock", "oracle")) {
            await().untilAsserted(() -> assertThat(number(shop, "pending")).isGreaterThan(4));
        }
        browser.screenshot(SCREENSHOTS.resolve("cut.png"));
        // Two orders a second are under way as long as this takes, so there need not be a moment without any.
        for (String shop : List.of("oracle", "stock")) {
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(number(shop, "pending")).isBetween(0, 2));
        }
        assertThat(browser.text("#link")).isEqualTo("Links up");
        for (int series : List.of(0, 1)) {
            assertThat((Long) browser.run(DRAWN, "times", series)).isGreaterThan(15);
            assertThat((Long) browser.run(DRAWN, "pending", series)).isGreaterThan(15);
        }
        assertThat((List<?>) browser.run("return [...document.querySelectorAll('.plot svg path')]"))
                .hasSizeGreaterThan(30);
        browser.screenshot(SCREENSHOTS.resolve("light.png"));
        browser.show(1280, 1100, "dark");
        await().untilAsserted(() -> assertThat(browser.run("return getComputedStyle(document.body).backgroundColor"))
                .isEqualTo("rgb(13, 17, 23)"));
        browser.screenshot(SCREENSHOTS.resolve("dark.png"));
        browser.show(360, 1700, "light");
        browser.run("dispatchEvent(new Event('resize'))");
        await().untilAsserted(() -> assertThat((List<?>)
                        browser.run("return [...document.querySelectorAll('.plot svg')].map(svg => svg.clientWidth)"))
                .hasSize(2)
                .allMatch(width -> ((Number) width).intValue() <= 340));
        assertThat(browser.run("return document.documentElement.scrollWidth")).isEqualTo(360L);
        browser.screenshot(SCREENSHOTS.resolve("phone.png"));
        assertThat(browser.console()).as("console").isEmpty();
    }

    @Test
    void shouldLoadNothingFromElsewhere() {
        browser.performance();
        browser.open(page);
        await().untilAsserted(() -> assertThat(browser.text("#link")).startsWith("Links "));

        List<String> requested = browser.performance().stream()
                .filter(message -> message.contains("Network.requestWillBeSent\""))
                .flatMap(message -> REQUEST.matcher(message).results().map((MatchResult url) -> url.group(1)))
                .filter(url -> !url.startsWith("data:"))
                .toList();

        assertThat(requested).contains(page, page + "events").allMatch(url -> url.startsWith(page));
    }
}
