package io.github.restartoracle.benchmarks.lab.report;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * A Chromium without a window. If there is none on the path (Debian: {@code chromium} and {@code chromium-driver}), the test is
 * skipped, or fails if the environment has {@code RESTART_ORACLE_REQUIRE_BROWSER=true}.
 */
final class Browser implements AutoCloseable {
    private static final String REQUIRED = "RESTART_ORACLE_REQUIRE_BROWSER";

    /** Selenium would warn about every Chromium newer than itself; the tests use no feature that it then lacks. */
    private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    static Browser start(Path profile) {
        Optional<File> chromium = find("chromium", "chromium-browser", "google-chrome");
        Optional<File> chromedriver = find("chromedriver");
        if (chromium.isEmpty() || chromedriver.isEmpty()) {
            return absent("no chromium and chromedriver on the path, so nobody has looked at the report's page");
        }
        SELENIUM.setLevel(Level.SEVERE);
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        ChromeOptions options = new ChromeOptions()
                .setBinary(chromium.get())
                .addArguments(
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--hide-scrollbars",
                        "--user-data-dir=" + profile);
        options.setCapability("goog:loggingPrefs", logs);
        return new Browser(new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(chromedriver.get())
                        .build(),
                options));
    }

    private static Browser absent(String message) {
        System.err.println("NOT TESTED: " + message);
        return "true".equals(System.getenv(REQUIRED)) ? fail(message) : abort(message);
    }

    private static Optional<File> find(String... names) {
        return Stream.of(names)
                .flatMap(name -> Stream.of(
                                System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                        .map(directory -> new File(directory, name)))
                .filter(File::canExecute)
                .findFirst();
    }

    ChromeDriver driver() {
        return driver;
    }

    void show(int width, int height, String scheme) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    List<String> console() {
        return messages(LogType.BROWSER);
    }

    /** Returns the log of the browser's own protocol, requests included. */
    List<String> performance() {
        return messages(LogType.PERFORMANCE);
    }

    private List<String> messages(String type) {
        return driver.manage().logs().get(type).getAll().stream()
                .map(LogEntry::getMessage)
                .toList();
    }

    void screenshot(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    }

    @Override
    public void close() {
        driver.quit();
    }
}
