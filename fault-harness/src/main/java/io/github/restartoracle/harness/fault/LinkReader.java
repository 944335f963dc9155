package io.github.restartoracle.harness.fault;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Reads a link; an absent key means no limit. */
final class LinkReader extends JsonDeserializer<Link> {
    private static final String WHAT = "a link such as {bandwidth: 1mbit, delay: 0ms, jitter: 0ms}";

    @Override
    public Link deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        Entries entries = Entries.read(parser, WHAT, List.of("bandwidth", "delay", "jitter"));
        OptionalLong bandwidth = entries.value("bandwidth", Quantity.BANDWIDTH, LinkReader::bandwidth)
                .orElse(OptionalLong.empty());
        Duration delay = entries.value("delay", Quantity.DURATION, Quantity::parseDuration)
                .orElse(Duration.ZERO);
        Duration jitter = entries.value("jitter", Quantity.DURATION, Quantity::parseDuration)
                .orElse(Duration.ZERO);
        return entries.build(() -> new Link(bandwidth, delay, jitter));
    }

    private static @Nullable OptionalLong bandwidth(String text) {
        if (text.equals("unlimited")) {
            return OptionalLong.empty();
        }
        Long bits = Quantity.parseBandwidth(text);
        return bits == null ? null : OptionalLong.of(bits);
    }
}
