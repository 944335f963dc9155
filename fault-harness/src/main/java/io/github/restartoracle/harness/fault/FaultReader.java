package io.github.restartoracle.harness.fault;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads one fault; the key that is present, {@code disrupt}, {@code loss}, {@code drop-packet} or {@code reset}, names its
 * kind.
 */
final class FaultReader extends JsonDeserializer<Fault> {
    private static final String WHAT = "a fault such as {at: 60s, for: 60s, disrupt: both}";
    private static final List<String> KEYS =
            List.of("at", "for", "every", "disrupt", "loss", "drop-packet", "reset", "direction");
    private static final List<String> KINDS = List.of("disrupt", "loss", "drop-packet", "reset");

    private static final List<String> OWN_DIRECTION = List.of("disrupt", "reset");
    private static final String DIRECTIONS = "both, forward or backward";

    @Override
    public Fault deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        Entries entries = Entries.read(parser, WHAT, KEYS);
        String kind = kind(entries);
        Duration at = entries.value("at", Quantity.DURATION, Quantity::parseDuration)
                .orElseThrow(() -> entries.error("at is missing: expected " + Quantity.DURATION));
        Optional<Duration> lasting = entries.value("for", Quantity.DURATION, Quantity::parseDuration);
        Optional<Duration> every = entries.value("every", Quantity.DURATION, Quantity::parseDuration);
        Window window = entries.build(() -> new Window(at, lasting, every));
        if (OWN_DIRECTION.contains(kind)) {
            return withOwnDirection(entries, kind, window);
        }
        Direction direction =
                entries.value("direction", DIRECTIONS, FaultReader::direction).orElse(Direction.BOTH);
        return switch (kind) {
            case "loss" -> {
                double share = entries.value("loss", Quantity.PERCENT, Quantity::parsePercent)
                        .orElseThrow();
                yield entries.build(() -> new RandomLoss(window, share, direction));
            }
            default -> {
                int position = entries.value("drop-packet", "a packet number from 1", FaultReader::position)
                        .orElseThrow();
                yield entries.build(() -> new PacketDrop(window, position, direction));
            }
        };
    }

    private static Fault withOwnDirection(Entries entries, String kind, Window window) throws IOException {
        if (entries.has("direction")) {
            throw entries.error("direction: it stands behind " + kind);
        }
        Direction direction =
                entries.value(kind, DIRECTIONS, FaultReader::direction).orElseThrow();
        return entries.build(
                () -> kind.equals("disrupt") ? new Disruption(window, direction) : new Reset(window, direction));
    }

    private static String kind(Entries entries) throws IOException {
        List<String> kinds = KINDS.stream().filter(entries::has).toList();
        if (kinds.size() != 1) {
            throw entries.error("expected exactly one of " + String.join(", ", KINDS) + " in a fault, found "
                    + (kinds.isEmpty() ? "none" : String.join(", ", kinds)));
        }
        return kinds.get(0);
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
