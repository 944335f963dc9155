package io.github.restartoracle.benchmarks.experiments;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonMappingException;
import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.settings.SettingException;
import io.github.restartoracle.settings.Settings;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads one oracle of a scenario and has its configuration checked by the oracle itself. */
final class OracleReader {
    private final OracleCatalog catalog;

    OracleReader(OracleCatalog catalog) {
        this.catalog = catalog;
    }

    OracleSpec read(JsonParser parser) throws IOException {
        JsonLocation start = parser.currentTokenLocation();
        Scalars.require(parser, JsonToken.START_OBJECT, "an oracle such as {name: fixed, timeout: 4s}");
        Map<String, String> values = new LinkedHashMap<>();
        Map<String, JsonLocation> locations = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = parser.currentName();
            parser.nextToken();
            locations.put(key, parser.currentTokenLocation());
            values.put(key, Scalars.text(parser));
        }
        String name = values.remove("name");
        if (name == null) {
            throw new JsonMappingException(parser, "name is missing: expected one of " + names(), start);
        }
        if (!catalog.names().contains(name)) {
            throw new JsonMappingException(
                    parser, "name: \"" + name + "\" is no oracle: expected one of " + names(), locations.get("name"));
        }
        String label = values.remove("label");
        OracleSpec spec = OracleSpec.of(name, values);
        try {
            catalog.factory(spec.settings());
        } catch (SettingException wrong) {
            throw located(parser, name, wrong, locations, start);
        }
        return label == null ? spec : spec.labelled(label);
    }

    private String names() {
        return String.join(", ", catalog.names());
    }

    /** Says about the key of the file what the oracle says about the property. */
    private static JsonMappingException located(
            JsonParser parser,
            String oracle,
            SettingException wrong,
            Map<String, JsonLocation> locations,
            JsonLocation start) {
        for (Map.Entry<String, JsonLocation> key : locations.entrySet()) {
            if (wrong.property().equals(Settings.PREFIX + OracleSpec.property(oracle, key.getKey()))) {
                String problem =
                        key.getKey() + ": \"" + wrong.value() + "\" cannot be used: expected " + wrong.expected();
                return new JsonMappingException(parser, problem, key.getValue());
            }
        }
        return new JsonMappingException(parser, String.valueOf(wrong.getMessage()), start);
    }
}
