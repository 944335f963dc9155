package io.github.restartoracle.benchmarks.lab.scenario;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The lists of a scenario file in places where one value is expected, such as {@code loss: [0%, 1%, 2%]}. Each combination of
 * their values is a separate scenario. Lists below {@code oracles} belong to their oracle and are left to its reader.
 *
 * <p>Immutable, thread-safe.
 */
final class Sweep {
    private static final String ORACLES = "/oracles/";
    /** The paths of values that a sweep cannot vary: the name, the transport, and the scenario itself. */
    private static final Set<String> SINGLE = Set.of("/name", "/transport", "");

    private final Map<String, List<String>> lists;

    private Sweep(Map<String, List<String>> lists) {
        this.lists = lists;
    }

    /** Finds the lists of a document; none if it cannot be read, which its reader reports. */
    static Sweep of(String yaml) {
        Map<String, List<String>> lists = new LinkedHashMap<>();
        try (JsonParser parser = new YAMLFactory().createParser(yaml)) {
            while (parser.nextToken() != null) {
                if (parser.currentToken() == JsonToken.START_ARRAY) {
                    String path = path(parser);
                    List<String> values = scalars(parser);
                    if (!values.isEmpty() && !path.startsWith(ORACLES) && !SINGLE.contains(path)) {
                        lists.put(path, values);
                    }
                }
            }
        } catch (IOException unreadable) {
            return new Sweep(Map.of());
        }
        return new Sweep(lists);
    }

    /** Returns the values of the list at which the parser is; none if it contains other values than scalars. */
    private static List<String> scalars(JsonParser parser) throws IOException {
        List<String> values = new ArrayList<>();
        while (parser.nextToken() != null && parser.currentToken().isScalarValue()) {
            values.add(parser.getText().strip());
        }
        return parser.currentToken() == JsonToken.END_ARRAY ? values : List.of();
    }

    private static String path(JsonParser parser) {
        return parser.getParsingContext().getParent().pathAsPointer().toString();
    }

    /** Returns every combination of values, by the paths of their lists; one without values if there are no lists. */
    List<Map<String, String>> combinations() {
        return combinations(lists);
    }

    /**
     * Returns the same combination with short names: the last key of each path, or the whole path if two lists share the key.
     */
    Map<String, String> named(Map<String, String> combination) {
        Map<String, String> named = new LinkedHashMap<>();
        combination.forEach((path, value) -> named.put(name(path), value));
        return named;
    }

    private String name(String path) {
        String key = lastKey(path);
        long alike = lists.keySet().stream()
                .filter(other -> lastKey(other).equals(key))
                .count();
        return alike > 1 ? path.substring(1).replace('/', '-') : key;
    }

    private static String lastKey(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    static List<Map<String, String>> combinations(Map<String, List<String>> lists) {
        List<Map<String, String>> all = List.of(Map.of());
        for (Map.Entry<String, List<String>> list : lists.entrySet()) {
            List<Map<String, String>> longer = new ArrayList<>();
            for (Map<String, String> shorter : all) {
                for (String value : list.getValue()) {
                    Map<String, String> one = new LinkedHashMap<>(shorter);
                    one.put(list.getKey(), value);
                    longer.add(one);
                }
            }
            all = longer;
        }
        return all;
    }

    /** Returns a parser that shows one combination: each list is replaced by the value that was chosen. */
    JsonParser view(JsonParser parser, Map<String, String> combination) {
        Map<String, Integer> chosen = new LinkedHashMap<>();
        combination.forEach((path, value) ->
                chosen.put(path, lists.getOrDefault(path, List.of()).indexOf(value)));
        return new Chosen(parser, chosen);
    }

    private static final class Chosen extends JsonParserDelegate {
        private final Map<String, Integer> chosen;
        private boolean inList;

        Chosen(JsonParser parser, Map<String, Integer> chosen) {
            super(parser);
            this.chosen = chosen;
        }

        @Override
        public JsonToken nextToken() throws IOException {
            if (inList) {
                inList = false;
                while (delegate.currentToken() != JsonToken.END_ARRAY) {
                    delegate.nextToken();
                }
            }
            JsonToken token = delegate.nextToken();
            Integer index = token == JsonToken.START_ARRAY ? chosen.get(path(delegate)) : null;
            if (index == null) {
                return token;
            }
            inList = true;
            for (int i = 0; i <= index; i++) {
                token = delegate.nextToken();
            }
            return token;
        }
    }
}
