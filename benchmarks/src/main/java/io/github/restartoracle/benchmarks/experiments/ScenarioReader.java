package io.github.restartoracle.benchmarks.experiments;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.Link;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a scenario key by key, so that an error names the key and its place. */
final class ScenarioReader extends StdDeserializer<Scenario> {
    private static final long serialVersionUID = 1L;
    private static final List<String> KEYS =
            List.of("name", "transport", "messages", "interval", "payload-bytes", "link", "tcp", "faults", "oracles");
    private static final int PAYLOAD_BYTES = 50;

    private final transient OracleReader oracles;

    ScenarioReader(OracleReader oracles) {
        super(Scenario.class);
        this.oracles = oracles;
    }

    @Override
    public Scenario deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        JsonLocation start = parser.currentTokenLocation();
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw new JsonMappingException(parser, "expected a scenario: " + String.join(", ", KEYS), start);
        }
        Map<String, Object> values = new HashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = parser.currentName();
            if (!KEYS.contains(key)) {
                throw new JsonMappingException(
                        parser,
                        "unknown key \"" + key + "\": expected " + String.join(", ", KEYS),
                        parser.currentTokenLocation());
            }
            parser.nextToken();
            try {
                values.put(key, value(key, parser, context));
            } catch (JsonMappingException wrong) {
                throw JsonMappingException.wrapWithPath(wrong, Scenario.class, key);
            }
        }
        for (String required : List.of("name", "messages", "interval")) {
            if (!values.containsKey(required)) {
                throw new JsonMappingException(parser, required + " is missing", start);
            }
        }
        return scenario(values);
    }

    private static Scenario scenario(Map<String, Object> values) {
        Transport transport = (Transport) values.getOrDefault("transport", Transport.HTTP);
        @SuppressWarnings("unchecked") // only value(..) puts something here
        List<OracleSpec> oracles = (List<OracleSpec>) values.getOrDefault("oracles", TableOne.oracles(transport));
        return new Scenario(
                (String) get(values, "name"),
                transport,
                (Integer) get(values, "messages"),
                (Duration) get(values, "interval"),
                (Integer) values.getOrDefault("payload-bytes", PAYLOAD_BYTES),
                (Link) values.getOrDefault("link", Link.ideal()),
                (SynTimeout) values.getOrDefault("tcp", SynTimeout.KERNEL),
                (FaultSchedule) values.getOrDefault("faults", FaultSchedule.none()),
                oracles);
    }

    private static Object get(Map<String, Object> values, String key) {
        Object value = values.get(key);
        if (value == null) {
            throw new IllegalStateException(key);
        }
        return value;
    }

    private Object value(String key, JsonParser parser, DeserializationContext context) throws IOException {
        return switch (key) {
            case "name" -> Scalars.matching(parser, Scenario.NAME, "lower-case letters, digits and hyphens");
            case "transport" -> Scalars.choice(parser, Transport.values());
            case "messages" -> Scalars.integer(parser, 1);
            case "interval" -> positive(parser, context);
            case "payload-bytes" -> Scalars.integer(parser, 0);
            case "link" -> context.readValue(parser, Link.class);
            case "tcp" -> tcp(parser);
            case "faults" ->
                parser.currentToken() == JsonToken.VALUE_NULL
                        ? FaultSchedule.none()
                        : context.readValue(parser, FaultSchedule.class);
            default -> oracles(parser);
        };
    }

    private static Duration positive(JsonParser parser, DeserializationContext context) throws IOException {
        JsonLocation location = parser.currentTokenLocation();
        Duration interval = context.readValue(parser, Duration.class);
        if (interval.isZero()) {
            throw new JsonMappingException(parser, "expected a duration of more than 0s", location);
        }
        return interval;
    }

    private static SynTimeout tcp(JsonParser parser) throws IOException {
        SynTimeout timeout = SynTimeout.KERNEL;
        Scalars.require(parser, JsonToken.START_OBJECT, "a mapping such as {syn-timeout: kernel}");
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            if (!parser.currentName().equals("syn-timeout")) {
                throw new JsonMappingException(
                        parser,
                        "unknown key \"" + parser.currentName() + "\": expected syn-timeout",
                        parser.currentTokenLocation());
            }
            parser.nextToken();
            timeout = Scalars.choice(parser, SynTimeout.values());
        }
        return timeout;
    }

    private List<OracleSpec> oracles(JsonParser parser) throws IOException {
        Scalars.require(parser, JsonToken.START_ARRAY, "a list of oracles such as {name: fixed, timeout: 4s}");
        List<OracleSpec> specs = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            JsonLocation location = parser.currentTokenLocation();
            OracleSpec spec = oracles.read(parser);
            if (specs.stream().anyMatch(other -> other.label().equals(spec.label()))) {
                throw new JsonMappingException(
                        parser, "two oracles are called \"" + spec.label() + "\": give one of them a label", location);
            }
            specs.add(spec);
        }
        if (specs.isEmpty()) {
            throw new JsonMappingException(parser, "expected at least one oracle", parser.currentTokenLocation());
        }
        return specs;
    }

    @Override
    public @Nullable Scenario getNullValue(DeserializationContext context) {
        return null;
    }
}
