package io.github.restartoracle.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.entry;

import io.github.restartoracle.http.HttpAttemptTransport;
import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.settings.SettingException;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.spring.ReliableMessaging;
import io.github.restartoracle.wsrm.internal.queue.QueueOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.junit.jupiter.api.Test;
import org.springframework.boot.json.JsonParserFactory;

/** The metadata, the names that are found in every spelling, and the names that the library accepts must be equal. */
class PropertyNamesTest {
    private static final String NOBODY = "nobody-knows-this";
    private static final String PREFIX = Settings.PREFIX;

    private static Map<String, Object> metadata() {
        try (InputStream json =
                PropertyNames.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            // Other modules on the class path have a file of this name; ours is in a folder and so comes first.
            return JsonParserFactory.getJsonParser().parseMap(new String(json.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> described(String part) {
        return (List<Map<String, Object>>) Objects.requireNonNull(metadata().get(part));
    }

    /** Returns the described names. The sections with names of the user's choice are maps in the metadata. */
    private static Set<String> describedNames() {
        Set<String> names = described("properties").stream()
                .map(property -> String.valueOf(property.get("name")).substring(PREFIX.length()))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(names).contains("endpoints");
        names.remove("endpoints");
        return names;
    }

    /** Returns the known names of a section, which the library lists when it refuses a name. */
    private static Set<String> known(String section, Map<String, String> needed, Consumer<Settings> reader) {
        Map<String, String> values = new TreeMap<>(needed);
        values.put(section + NOBODY, "1");
        SettingException refused =
                catchThrowableOfType(SettingException.class, () -> reader.accept(Settings.of(values)));
        assertThat(refused).as(section).isNotNull();
        assertThat(refused.property()).isEqualTo(PREFIX + section + NOBODY);
        int known = refused.problem().indexOf("known are ");
        return known < 0
                ? Set.of()
                : Set.of(refused.problem().substring(known + 10).split(", "));
    }

    private static void addAll(Set<String> names, String section, Set<String> known) {
        known.stream()
                .filter(name -> !name.isEmpty() && !name.endsWith("."))
                .forEach(name -> names.add(section + name));
    }

    private static Set<String> libraryNames() {
        Set<String> names = new TreeSet<>(Set.of("enabled"));
        Consumer<Settings> queue = settings -> QueueOptions.of(settings, OracleCatalog.load());
        addAll(names, "", known("", Map.of("oracle", "none"), queue));
        for (String oracle : OracleCatalog.load().names()) {
            addAll(names, oracle + ".", known(oracle + ".", Map.of("oracle", oracle), queue));
        }
        Bus bus = new CXFBusFactory().createBus();
        addAll(names, "http.", known("http.", Map.of(), settings -> new HttpAttemptTransport().install(bus, settings)));
        bus.shutdown(true);
        addAll(names, "rm.", known("rm.", Map.of(), settings -> ReliableMessaging.from(settings.section("rm"))));
        addAll(
                names,
                "health.",
                known("health.", Map.of(), settings -> RestartOracleHealth.silentAfter(settings.section("health"))));
        return names;
    }

    @Test
    void shouldDescribeExactlyWhatTheLibraryKnows() {
        Set<String> library = libraryNames();
        assertThat(describedNames()).containsExactlyInAnyOrderElementsOf(library);
        assertThat(PropertyNames.ALL)
                .filteredOn(name -> !name.startsWith("mail."))
                .containsExactlyInAnyOrderElementsOf(library);
    }

    @Test
    void shouldKnowTheNamesThatOtherModulesList() {
        assertThat(PropertyNames.ALL).contains("mail.address", "mail.smtp.port").noneMatch(name -> name.contains("*"));
        assertThat(PropertyNames.SECTIONS).containsOnly(entry("endpoints", ""), entry("mail.accounts", "mail."));
    }

    @Test
    void shouldDescribeEveryPropertyWithATypeAndASentence() {
        assertThat(described("properties")).allSatisfy(property -> {
            assertThatCode(() ->
                            Class.forName(String.valueOf(property.get("type")).replaceAll("<.*", "")))
                    .doesNotThrowAnyException();
            assertThat(String.valueOf(property.get("description"))).endsWith(".");
        });
    }

    @Test
    void shouldSuggestTheOraclesThereAre() {
        Map<String, Object> oracle = described("hints").stream()
                .filter(hint -> (PREFIX + "oracle").equals(hint.get("name")))
                .findAny()
                .orElseThrow();
        List<String> suggested = new ArrayList<>();
        for (Object value : (List<?>) Objects.requireNonNull(oracle.get("values"))) {
            suggested.add(String.valueOf(((Map<?, ?>) value).get("value")));
        }
        assertThat(suggested)
                .containsExactlyInAnyOrderElementsOf(OracleCatalog.load().names());
    }

    @Test
    void shouldSuggestNothingThatTheLibraryRefuses() {
        assertThat(described("hints")).allSatisfy(hint -> {
            String name = String.valueOf(hint.get("name")).substring(PREFIX.length());
            for (Object value : (List<?>) Objects.requireNonNull(hint.get("values"))) {
                read(name, String.valueOf(((Map<?, ?>) value).get("value")));
            }
        });
    }

    @Test
    void shouldDescribeDefaultsThatTheLibraryTakes() {
        assertThat(described("properties"))
                .filteredOn(property -> property.containsKey("defaultValue"))
                .allSatisfy(property -> read(
                        String.valueOf(property.get("name")).substring(PREFIX.length()),
                        String.valueOf(property.get("defaultValue"))));
    }

    /** Reads all settings with one property set. */
    private static void read(String name, String value) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put(
                "oracle",
                OracleCatalog.load().names().stream()
                        .filter(oracle -> name.startsWith(oracle + "."))
                        .findAny()
                        .orElse("fixed"));
        values.put(name, value);
        Map<String, String> library = new TreeMap<>(values);
        library.keySet().removeIf(key -> key.equals("enabled") || key.startsWith("rm.") || key.startsWith("health."));
        Settings all = Settings.of(values);
        assertThatCode(() -> {
                    QueueOptions.of(Settings.of(library), OracleCatalog.load());
                    ReliableMessaging.from(all.section("rm"));
                    RestartOracleStoreAutoConfiguration.options(all.section("rm"));
                    RestartOracleHealth.silentAfter(all.section("health"));
                })
                .as(name + " = " + value)
                .doesNotThrowAnyException();
    }
}
