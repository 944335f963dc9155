package io.github.restartoracle.harness.fault;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Reads {@link FaultSchedule}, {@link Fault}, {@link Link} and {@link Duration} (such as {@code 500ms}) in any record. */
final class FaultFormat extends SimpleModule {
    private static final List<String> KEYS =
            List.of("at", "for", "every", "disrupt", "loss", "drop-packet", "reset", "direction");

    /** The keys that name the kind of a fault. */
    private static final List<String> KINDS = List.of("disrupt", "loss", "drop-packet", "reset");

    /** The kinds whose value is the direction. */
    private static final List<String> OWN_DIRECTION = List.of("disrupt", "reset");

    FaultFormat() {
        super("restart-oracle-faults");
        addDeserializer(Fault.class, new Reader<>(FaultFormat::fault, null));
        addDeserializer(FaultSchedule.class, new Reader<>(FaultFormat::schedule, FaultSchedule.none()));
        addDeserializer(Link.class, new Reader<>(FaultFormat::link, null));
        addDeserializer(Duration.class, new Reader<>(FaultFormat::duration, null));
    }

    private interface Parse<T> {
        T value(JsonParser parser) throws IOException;
    }

    private static final class Reader<T> extends JsonDeserializer<T> {
        private final Parse<T> parse;
        private final @Nullable T absent;

        Reader(Parse<T> parse, @Nullable T absent) {
            this.parse = parse;
            this.absent = absent;
        }

        @Override
        public T deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            return parse.value(parser);
        }

        @Override
        public @Nullable T getNullValue(DeserializationContext context) {
            return absent;
        }
    }

    private static Duration duration(JsonParser parser) throws IOException {
        String text = parser.getText();
        Duration duration = Quantity.parseDuration(text.strip());
        if (duration == null) {
            String problem = "\"" + text + "\" cannot be used: expected " + Quantity.DURATION;
            throw new JsonMappingException(parser, problem, parser.currentTokenLocation());
        }
        return duration;
    }

    /** Reads a link; an absent key means no limit. */
    private static Link link(JsonParser parser) throws IOException {
        Entries entries = Entries.read(
                parser,
                "a link such as {bandwidth: 1mbit, delay: 0ms, jitter: 0ms}",
                List.of("bandwidth", "delay", "jitter"));
        OptionalLong bandwidth = entries.value("bandwidth", Quantity.BANDWIDTH, Quantity::parseBandwidth)
                .orElse(OptionalLong.empty());
        Duration delay = entries.duration("delay").orElse(Duration.ZERO);
        Duration jitter = entries.duration("jitter").orElse(Duration.ZERO);
        return entries.build(() -> new Link(bandwidth, delay, jitter));
    }

    /** Reads a list of faults; a conflict is reported at the later fault of the two. */
    private static FaultSchedule schedule(JsonParser parser) throws IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            throw new JsonMappingException(parser, "expected a list of faults", parser.currentTokenLocation());
        }
        FaultSchedule schedule = FaultSchedule.none();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            JsonLocation location = parser.currentTokenLocation();
            Fault fault = fault(parser);
            try {
                schedule = schedule.and(fault);
            } catch (IllegalArgumentException conflict) {
                throw new JsonMappingException(parser, conflict.getMessage(), location);
            }
        }
        return schedule;
    }

    private static Fault fault(JsonParser parser) throws IOException {
        Entries entries = Entries.read(parser, "a fault such as {at: 60s, for: 60s, disrupt: both}", KEYS);
        List<String> kinds = KINDS.stream().filter(entries::has).toList();
        if (kinds.size() != 1) {
            throw entries.error("expected exactly one of " + String.join(", ", KINDS) + " in a fault, found "
                    + (kinds.isEmpty() ? "none" : String.join(", ", kinds)));
        }
        String kind = kinds.get(0);
        Duration at =
                entries.duration("at").orElseThrow(() -> entries.error("at is missing: expected " + Quantity.DURATION));
        Optional<Duration> lasting = entries.duration("for");
        Optional<Duration> every = entries.duration("every");
        Window window = entries.build(() -> new Window(at, lasting, every));
        boolean own = OWN_DIRECTION.contains(kind);
        if (own && entries.has("direction")) {
            throw entries.error("direction: it stands behind " + kind);
        }
        Direction direction = entries.value(
                        own ? kind : "direction", "both, forward or backward", FaultFormat::direction)
                .orElse(Direction.BOTH);
        return switch (kind) {
            case "disrupt" -> new Disruption(window, direction);
            case "reset" -> new Reset(window, direction);
            case "loss" ->
                new RandomLoss(
                        window,
                        entries.value(kind, Quantity.PERCENT, Quantity::parsePercent)
                                .orElseThrow(),
                        direction);
            default ->
                new PacketDrop(
                        window,
                        entries.value(kind, "a packet number from 1", FaultFormat::position)
                                .orElseThrow(),
                        direction);
        };
    }

    private static @Nullable Direction direction(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "both" -> Direction.BOTH;
            case "forward" -> Direction.FORWARD;
            case "backward" -> Direction.BACKWARD;
            default -> null;
        };
    }

    private static @Nullable Integer position(String text) {
        return text.matches("[1-9]\\d{0,8}") ? Integer.valueOf(text) : null;
    }
}
