package io.github.restartoracle.benchmarks.lab.scenario;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.settings.SettingException;
import io.github.restartoracle.settings.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The oracles of a scenario.
 *
 * @param list 1 or more, no two with the same label
 */
record OracleSpecs(List<OracleSpec> list) {
    /**
     * Reads the list and lets each oracle check its configuration. A parameter may have several values, such as
     * {@code timeout: [1s, 2s]}: each makes a separate oracle.
     */
    static final class Reader extends StdDeserializer<OracleSpecs> {
        private static final long serialVersionUID = 1L;

        private final transient OracleCatalog catalog;

        Reader(OracleCatalog catalog) {
            super(OracleSpecs.class);
            this.catalog = catalog;
        }

        /** One oracle as written in the file. */
        private record Entry(JsonLocation start, Map<String, List<String>> values, Map<String, JsonLocation> places) {
            String single(String key) {
                return Objects.requireNonNull(values.get(key)).get(0);
            }
        }

        @Override
        public OracleSpecs deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            if (parser.currentToken() != JsonToken.START_ARRAY) {
                throw wrong(parser, "expected a list of oracles such as {name: fixed, timeout: 4s}");
            }
            List<OracleSpec> specs = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                Entry entry = entry(parser);
                for (OracleSpec spec : specs(parser, entry)) {
                    if (specs.stream().anyMatch(other -> other.label().equals(spec.label()))) {
                        throw new JsonMappingException(
                                parser,
                                "two oracles are called \"" + spec.label() + "\": give one of them a label",
                                entry.start());
                    }
                    specs.add(spec);
                }
            }
            if (specs.isEmpty()) {
                throw wrong(parser, "expected at least one oracle");
            }
            return new OracleSpecs(specs);
        }

        private static Entry entry(JsonParser parser) throws IOException {
            JsonLocation start = parser.currentTokenLocation();
            if (parser.currentToken() != JsonToken.START_OBJECT) {
                throw wrong(parser, "expected an oracle such as {name: fixed, timeout: 4s}");
            }
            Map<String, List<String>> values = new LinkedHashMap<>();
            Map<String, JsonLocation> places = new LinkedHashMap<>();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String key = parser.currentName();
                parser.nextToken();
                places.put(key, parser.currentTokenLocation());
                values.put(key, values(parser));
            }
            return new Entry(start, values, places);
        }

        private static List<String> values(JsonParser parser) throws IOException {
            if (parser.currentToken() != JsonToken.START_ARRAY) {
                return List.of(text(parser));
            }
            List<String> values = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                values.add(text(parser));
            }
            return values;
        }

        private static String text(JsonParser parser) throws IOException {
            if (!parser.currentToken().isScalarValue() || parser.currentToken() == JsonToken.VALUE_NULL) {
                throw wrong(parser, "expected a single value, or a list of them");
            }
            return parser.getText().strip();
        }

        private List<OracleSpec> specs(JsonParser parser, Entry entry) throws JsonMappingException {
            Set<String> known = new LinkedHashSet<>(catalog.names());
            known.addAll(OracleSpec.PLAIN);
            String names = String.join(", ", known);
            if (!entry.values().containsKey("name")) {
                throw new JsonMappingException(parser, "name is missing: expected one of " + names, entry.start());
            }
            String name = entry.single("name");
            if (!known.contains(name)) {
                throw new JsonMappingException(
                        parser,
                        "name: \"" + name + "\" is no oracle: expected one of " + names,
                        entry.places().get("name"));
            }
            String label = entry.values().containsKey("label") ? entry.single("label") : name;
            Map<String, List<String>> keys = new LinkedHashMap<>(entry.values());
            keys.remove("name");
            keys.remove("label");
            List<OracleSpec> specs = new ArrayList<>();
            for (Map<String, String> values : Sweep.combinations(keys)) {
                Map<String, String> swept = new LinkedHashMap<>(values);
                swept.keySet()
                        .removeIf(key -> Objects.requireNonNull(keys.get(key)).size() == 1);
                OracleSpec spec = OracleSpec.of(name, values).swept(label, swept);
                check(parser, spec, entry);
                specs.add(spec);
            }
            return specs;
        }

        /** Lets the oracle check its settings, and reports an error at the key of the file instead of the property. */
        private void check(JsonParser parser, OracleSpec spec, Entry entry) throws JsonMappingException {
            if (spec.isPlain()) {
                if (!spec.properties().isEmpty()) {
                    throw new JsonMappingException(parser, spec.name() + " has no parameters", entry.start());
                }
                return;
            }
            try {
                catalog.factory(spec.settings());
            } catch (SettingException wrong) {
                for (Map.Entry<String, JsonLocation> key : entry.places().entrySet()) {
                    String property = Settings.PREFIX + OracleSpec.property(spec.name(), key.getKey());
                    if (wrong.property().equals(property)) {
                        throw new JsonMappingException(
                                parser,
                                key.getKey() + ": \"" + wrong.value() + "\" cannot be used: " + wrong.problem(),
                                key.getValue());
                    }
                }
                throw new JsonMappingException(parser, String.valueOf(wrong.getMessage()), entry.start());
            }
        }

        private static JsonMappingException wrong(JsonParser parser, String problem) {
            return new JsonMappingException(parser, problem, parser.currentTokenLocation());
        }
    }
}
