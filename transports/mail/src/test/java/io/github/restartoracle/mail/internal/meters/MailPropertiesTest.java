package io.github.restartoracle.mail.internal.meters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.restartoracle.mail.internal.account.MailAccounts;
import io.github.restartoracle.settings.SettingException;
import io.github.restartoracle.settings.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The metadata for editors, the list for the starter, and the names that the transport accepts must be equal. */
class MailPropertiesTest {
    private static final String UNKNOWN = "nobody-knows-this";

    private static String resource(String name) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(MailAccounts.class.getResourceAsStream("/META-INF/" + name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> described(String part) throws IOException {
        // Other modules on the class path have a file of this name; this module is a folder, which comes first.
        return (List<Map<String, Object>>) Objects.requireNonNull(new JsonMapper()
                .readValue(resource("spring-configuration-metadata.json"), Map.class)
                .get(part));
    }

    private static String name(Map<String, Object> described) {
        return String.valueOf(described.get("name")).substring(Settings.PREFIX.length());
    }

    /** Returns the known names, which the transport lists when it refuses one. */
    private static Set<String> known(String section) {
        SettingException refused = catchThrowableOfType(
                SettingException.class,
                () -> MailAccounts.from(Settings.of(Map.of("mail.address", "a@b.example", section + UNKNOWN, "1"))));
        assertThat(refused.property()).isEqualTo(Settings.PREFIX + section + UNKNOWN);
        return Set.of(refused.problem()
                .substring(refused.problem().indexOf("known are ") + 10)
                .split(", "));
    }

    @Test
    void shouldDescribeAndListExactlyTheNamesThatAreKnown() throws IOException {
        Set<String> all = new TreeSet<>();
        for (String section : List.of("mail.", "mail.smtp.", "mail.pop3.", "mail.limits.")) {
            known(section).stream().filter(name -> !name.endsWith(".")).forEach(name -> all.add(section + name));
        }
        Set<String> described =
                described("properties").stream().map(MailPropertiesTest::name).collect(Collectors.toSet());
        assertThat(described).contains("mail.accounts");
        described.remove("mail.accounts");
        assertThat(described).containsExactlyInAnyOrderElementsOf(all);
        all.add("mail.accounts.*=mail.");
        assertThat(resource("restart-oracle/property-names").lines().filter(line -> !line.startsWith("#")))
                .containsExactlyInAnyOrderElementsOf(all);
    }

    @Test
    void shouldDescribeEveryPropertyWithATypeAndASentence() throws IOException {
        assertThat(described("properties")).allSatisfy(property -> {
            assertThatCode(() ->
                            Class.forName(String.valueOf(property.get("type")).replaceAll("<.*", "")))
                    .doesNotThrowAnyException();
            assertThat(String.valueOf(property.get("description"))).endsWith(".");
        });
    }

    @Test
    void shouldTakeEveryDefaultAndSuggestion() throws IOException {
        assertThat(described("properties"))
                .filteredOn(property -> property.containsKey("defaultValue"))
                .allSatisfy(property -> read(name(property), text(property.get("defaultValue"))));
        assertThat(described("hints")).allSatisfy(hint -> {
            for (Object value : (List<?>) Objects.requireNonNull(hint.get("values"))) {
                read(name(hint), String.valueOf(((Map<?, ?>) value).get("value")));
            }
        });
    }

    /** Returns a text without a fraction, because some parsers give every number one. */
    private static String text(@Nullable Object value) {
        return value instanceof Double number ? Long.toString(number.longValue()) : String.valueOf(value);
    }

    private static void read(String name, String value) {
        Map<String, String> values = new TreeMap<>(Map.of(
                "mail.address", "a@b.example",
                "mail.smtp.host", "h",
                "mail.pop3.host", "h",
                "mail.pop3.user", "u",
                "mail.pop3.password", "p"));
        values.put("mail.pop3.plaintext-login", Boolean.toString(!name.endsWith("plaintext-login")));
        values.put(name, value);
        assertThatCode(() -> MailAccounts.from(Settings.of(values)))
                .as(name + " = " + value)
                .doesNotThrowAnyException();
    }
}
