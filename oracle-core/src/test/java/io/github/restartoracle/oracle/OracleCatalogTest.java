package io.github.restartoracle.oracle;

import static io.github.restartoracle.oracle.RetransmissionOracle.NEVER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.restartoracle.settings.SettingException;
import io.github.restartoracle.settings.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OracleCatalogTest {
    private static final long SECOND = 1_000_000_000;

    private final OracleCatalog catalog = OracleCatalog.load();

    private static Settings settings(String... namesAndValues) {
        Map<String, String> values = new TreeMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return Settings.of(values);
    }

    private PathOracle oracle(String... namesAndValues) {
        return catalog.factory(settings(namesAndValues)).pathOracle();
    }

    @Test
    void shouldFindTheOraclesOfThisLibrary() {
        assertThat(catalog.names())
                .containsExactly("canary", "exponential-backoff", "fixed", "jacobson-karn", "none", "qest");
    }

    @Test
    void shouldOfferTheSameOraclesOnTheClassPath() throws IOException {
        String services = "/META-INF/services/" + OracleProvider.class.getName();
        try (InputStream in = OracleCatalog.class.getResourceAsStream(services)) {
            assertThat(in).isNotNull();
            List<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            Module module = OracleCatalog.class.getModule();
            if (module.isNamed()) {
                Set<String> provided = Set.copyOf(
                        module.getDescriptor().provides().iterator().next().providers());
                assertThat(lines).containsExactlyInAnyOrderElementsOf(provided);
            }
            assertThat(lines).hasSize(catalog.names().size());
        }
    }

    @ParameterizedTest
    @CsvSource({"none,9223372036", "fixed,4", "exponential-backoff,4", "jacobson-karn,4", "qest,4"})
    void shouldUseTheDefaultsWhenOnlyTheNameIsGiven(String name, long seconds) {
        assertThat(oracle("oracle", name).timeoutNanos(0, Stage.UNOBSERVED, 1) / SECOND)
                .isEqualTo(seconds);
    }

    @ParameterizedTest
    @CsvSource({"fixed", "exponential-backoff", "jacobson-karn", "qest"})
    void shouldShareNothingBetweenOraclesOfOneFactory(String name) {
        OracleFactory factory = catalog.factory(settings("oracle", name, "initial-timeout", "3s"));
        PathOracle one = factory.pathOracle();
        one.elapsed(0, Stage.UNOBSERVED, 1, 0);
        one.acknowledged(0, new RttSample(SECOND, 1, false));

        assertThat(factory.pathOracle().timeoutNanos(0, Stage.UNOBSERVED, 1)).isEqualTo(3 * SECOND);
    }

    @Test
    void shouldClampTimeoutsButLeaveNeverAlone() {
        PathOracle growing = oracle("oracle", "exponential-backoff", "max-timeout", "10s");
        assertThat(growing.timeoutNanos(0, Stage.UNOBSERVED, 2)).isEqualTo(8 * SECOND);
        assertThat(growing.timeoutNanos(0, Stage.UNOBSERVED, 3)).isEqualTo(10 * SECOND);
        assertThat(growing.timeoutNanos(0, Stage.UNOBSERVED, 1_000_000)).isEqualTo(10 * SECOND);
        assertThat(oracle("oracle", "none", "max-timeout", "10s").timeoutNanos(0, Stage.UNOBSERVED, 1))
                .isEqualTo(NEVER);
    }

    @ParameterizedTest
    @CsvSource({"jacobson-karn", "qest"})
    void shouldLearnNoTimeoutShorterThanTheLeast(String name) {
        PathOracle oracle = oracle("oracle", name, "min-timeout", "1s", "initial-timeout", "500ms");
        assertThat(oracle.timeoutNanos(0, Stage.UNOBSERVED, 1)).as("the first").isEqualTo(SECOND);
        oracle.acknowledged(0, new RttSample(SECOND / 1000, 1, false));
        assertThat(oracle.timeoutNanos(0, Stage.UNOBSERVED, 1)).isEqualTo(SECOND);
        oracle.elapsed(0, Stage.UNOBSERVED, 1, 0);
        assertThat(oracle.timeoutNanos(0, Stage.UNOBSERVED, 1))
                .as("doubled from there")
                .isEqualTo(2 * SECOND);
    }

    @Test
    void shouldLeaveTimeoutsThatAreNotLearntAlone() {
        assertThat(oracle("oracle", "fixed", "min-timeout", "10s").timeoutNanos(0, Stage.UNOBSERVED, 1))
                .isEqualTo(4 * SECOND);
    }

    @Test
    void shouldClampAt60SecondsWhenNothingElseIsConfigured() {
        assertThat(oracle("oracle", "exponential-backoff").timeoutNanos(0, Stage.UNOBSERVED, 9))
                .isEqualTo(60 * SECOND);
    }

    @Test
    void shouldPassEventsOn() {
        PathOracle oracle = oracle("oracle", "jacobson-karn");
        oracle.elapsed(0, Stage.UNOBSERVED, 1, 0);
        assertThat(oracle.timeoutNanos(0, Stage.UNOBSERVED, 1)).isEqualTo(8 * SECOND);
        oracle.acknowledged(0, new RttSample(SECOND, 1, false));
        assertThat(oracle.timeoutNanos(0, Stage.UNOBSERVED, 1)).isEqualTo(3 * SECOND);
        assertThat(oracle.describe()).containsEntry("srtt-seconds", 1.0);
    }

    @Test
    void shouldAskTheOracleItselfWhetherItMayRestart() {
        RetransmissionOracle stubborn = new RetransmissionOracle() {
            @Override
            public long timeoutNanos(int attempt) {
                return 1;
            }

            @Override
            public void onAcknowledgement(RttSample sample) {}

            @Override
            public void onTimeout(int attempt) {}

            @Override
            public boolean mayRestart(int attempt) {
                return false;
            }
        };
        OracleCatalog own = OracleCatalog.of(List.of(provider("mine", stubborn)));

        assertThat(own.factory(settings("oracle", "mine")).pathOracle().elapsed(0, Stage.UNOBSERVED, 1, 0))
                .isEqualTo(Decision.GIVE_UP);
        assertThat(own.factory(settings("oracle", "mine")).pathOracle().describe())
                .as("by default")
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "oracle | quest | restart-oracle.oracle = \"quest\" cannot be used: expected one of canary, exponential-backoff, fixed, jacobson-karn, none, qest; did you mean qest?",
                "initial-timeout | 61s | restart-oracle.initial-timeout = \"61000ms\" cannot be used: expected at most restart-oracle.max-timeout, which is 60000ms",
                "min-timeout | 61s | restart-oracle.min-timeout = \"61000ms\" cannot be used: expected at most restart-oracle.max-timeout, which is 60000ms",
                "min-timeout | 0ms | restart-oracle.min-timeout = \"0ms\" cannot be used: expected a duration such as 500ms, 4s or PT4S, from 1ms to 7d",
                "max-timeout | 8d | restart-oracle.max-timeout = \"8d\" cannot be used: expected a duration such as 500ms, 4s or PT4S, from 1ms to 7d",
                "max-attempts | -1 | restart-oracle.max-attempts = \"-1\" cannot be used: expected a whole number of at least 0",
                "fixed.timout | 4s | restart-oracle.fixed.timout = \"4s\" cannot be used: no such property; this section has none",
                "max-timout | 4s | restart-oracle.max-timout = \"4s\" cannot be used: no such property; known are canary., exponential-backoff., fixed., initial-timeout, jacobson-karn., max-attempts, max-timeout, min-timeout, none., oracle, qest.; did you mean max-timeout?",
                "qest | 4s | restart-oracle.qest = \"4s\" cannot be used: no such property; known are canary., exponential-backoff., fixed., initial-timeout, jacobson-karn., max-attempts, max-timeout, min-timeout, none., oracle, qest.; did you mean qest.?",
            })
    void shouldNameThePropertyTheValueAndTheRangeWhenAValueIsWrong(String name, String value, String message) {
        Map<String, String> values = new TreeMap<>(Map.of("oracle", "fixed"));
        values.put(name, value);

        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> catalog.factory(Settings.of(values)))
                .withMessage(message);
    }

    @Test
    void shouldDemandAName() {
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> catalog.factory(settings("initial-timeout", "1s")))
                .withMessageContaining("restart-oracle.oracle = \"\" cannot be used: expected one of");
    }

    @Test
    void shouldShortenTheDefaultWhenOnlyAShortLongestTimeoutIsGiven() {
        assertThat(oracle("oracle", "qest", "max-timeout", "2s").timeoutNanos(0, Stage.UNOBSERVED, 1))
                .isEqualTo(2 * SECOND);
    }

    @Test
    void shouldAcceptAnInitialTimeoutAsLongAsTheLongest() {
        assertThat(oracle("oracle", "fixed", "max-timeout", "2s", "initial-timeout", "2s")
                        .timeoutNanos(0, Stage.UNOBSERVED, 1))
                .isEqualTo(2 * SECOND);
    }

    @Test
    void shouldNotLookIntoSectionsOfOtherOracles() {
        assertThat(oracle("oracle", "fixed", "qest.buckets", "no number").timeoutNanos(0, Stage.UNOBSERVED, 1))
                .isEqualTo(4 * SECOND);
    }

    @Test
    void shouldAcceptNamesThatOthersOwn() {
        Settings settings = settings("oracle", "fixed", "endpoints.orders.oracle", "none", "max-in-flight", "5");

        assertThatExceptionOfType(SettingException.class).isThrownBy(() -> catalog.factory(settings));
        assertThat(catalog.factory(settings, Set.of("endpoints.", "max-in-flight"))
                        .pathOracle()
                        .timeoutNanos(0, Stage.UNOBSERVED, 1))
                .isEqualTo(4 * SECOND);
    }

    @Test
    void shouldRefuseAParameterThatAnOracleNeverReads() {
        OracleProvider own = new OracleProvider() {
            @Override
            public String name() {
                return "own";
            }

            @Override
            public OracleFactory factory(Settings settings) {
                return () -> {
                    settings.section("own").integer("patience", 1, 1, 9);
                    return oracle("oracle", "none");
                };
            }
        };
        OracleCatalog extended = OracleCatalog.of(List.of(own));

        assertThat(extended.factory(settings("oracle", "own", "own.patience", "3"))
                        .pathOracle()
                        .timeoutNanos(0, Stage.UNOBSERVED, 1))
                .isEqualTo(RetransmissionOracle.NEVER);
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> extended.factory(settings("oracle", "own", "own.patiense", "3")))
                .withMessageContaining("restart-oracle.own.patiense = \"3\"")
                .withMessageContaining("no such property; own does not read it");
    }

    /** Returns the source of a public provider with two constructors; that without arguments has the given body. */
    private static String source(String type, String parent, String body) {
        return "public class " + type + " " + parent + " { private final String name;"
                + " public " + type + "() { " + body + " }"
                + " public " + type + "(String name) { " + (parent.startsWith("extends") ? "super(name); " : "")
                + "this.name = name; }"
                + " public String name() { return name; }"
                + " public io.github.restartoracle.oracle.OracleFactory factory("
                + "io.github.restartoracle.settings.Settings settings) { throw new AssertionError(); } }";
    }

    private interface Check {
        void run(ClassLoader application) throws Exception;
    }

    /** Runs a check as an application does whose classes are not those of this module, and whose jar lists providers. */
    private static void inApplication(Path directory, Map<String, String> sources, String listed, Check check)
            throws Exception {
        List<String> arguments = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "javac").toString(),
                "-d",
                directory.toString(),
                "-cp",
                Path.of(OracleProvider.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toURI())
                        .toString()));
        for (Map.Entry<String, String> source : sources.entrySet()) {
            arguments.add(Files.writeString(directory.resolve(source.getKey() + ".java"), source.getValue())
                    .toString());
        }
        Process compiler = new ProcessBuilder(arguments).inheritIO().start();
        assertThat(compiler.waitFor()).isZero();
        Path services = Files.createDirectories(directory.resolve("META-INF/services"));
        Files.writeString(services.resolve(OracleProvider.class.getName()), listed);
        Thread thread = Thread.currentThread();
        ClassLoader former = thread.getContextClassLoader();
        try (URLClassLoader application =
                new URLClassLoader(new URL[] {directory.toUri().toURL()}, former)) {
            thread.setContextClassLoader(application);
            check.run(application);
        } finally {
            thread.setContextClassLoader(former);
        }
    }

    @Test
    void shouldLoadAProviderBesideOneThatExtendsIt(@TempDir Path directory) throws Exception {
        String parent = "implements io.github.restartoracle.oracle.OracleProvider";
        inApplication(
                directory,
                Map.of(
                        "Plain", source("Plain", parent, "this(\"plain\");"),
                        "Extended", source("Extended", "extends Plain", "this(\"extended\");")),
                "Extended\nPlain\n",
                application -> assertThat(OracleCatalog.load().names()).contains("plain", "extended"));
    }

    @Test
    void shouldNotLoadAClassOfWhichAnInstanceIsGiven(@TempDir Path directory) throws Exception {
        String parent = "implements io.github.restartoracle.oracle.OracleProvider";
        inApplication(
                directory,
                Map.of(
                        "Injected", source("Injected", parent, "throw new IllegalStateException();"),
                        // As a container makes one that adds something to each call.
                        "Intercepted", source("Intercepted", "extends Injected", "throw new IllegalStateException();")),
                "Injected\n",
                application -> {
                    for (String type : List.of("Injected", "Intercepted")) {
                        OracleProvider given = (OracleProvider) application
                                .loadClass(type)
                                .getConstructor(String.class)
                                .newInstance("injected");
                        assertThat(OracleCatalog.load(List.of(given)).names()).contains("injected");
                    }
                });
    }

    @Test
    void shouldRefuseProvidersWhoseNamesCannotBeUsed() {
        for (String name : List.of("", "Fixed", "a.b", "-a", "a-", "max-attempts", "oracle")) {
            assertThatIllegalArgumentException()
                    .as(name)
                    .isThrownBy(() -> OracleCatalog.of(List.of(provider(name, null))))
                    .withMessageContaining("an invalid oracle name");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OracleCatalog.of(List.of(provider("a-1", null), provider("a-1", null))))
                .withMessageContaining("two oracles are called a-1");
    }

    private static OracleProvider provider(
            String name, @org.jspecify.annotations.Nullable RetransmissionOracle oracle) {
        return new OracleProvider() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public OracleFactory factory(Settings settings) {
                return OracleFactory.of(() -> java.util.Objects.requireNonNull(oracle));
            }
        };
    }
}
