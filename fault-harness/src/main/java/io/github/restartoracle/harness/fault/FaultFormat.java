package io.github.restartoracle.harness.fault;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.time.Duration;

/**
 * The Jackson module that reads {@link FaultSchedule}, {@link Fault}, {@link Link} and {@link Duration} (such as
 * {@code 500ms}) as components of any record. {@link StrictYaml} has it built in.
 */
public final class FaultFormat extends SimpleModule {
    private static final long serialVersionUID = 1L;

    /** Creates the module, ready to be registered. */
    public FaultFormat() {
        super("restart-oracle-faults");
        addDeserializer(Fault.class, new FaultReader());
        addDeserializer(FaultSchedule.class, new ScheduleReader());
        addDeserializer(Link.class, new LinkReader());
        addDeserializer(Duration.class, new DurationReader());
    }

    private static final class DurationReader extends JsonDeserializer<Duration> {
        @Override
        public Duration deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            String text = parser.getText();
            Duration duration = text == null ? null : Quantity.parseDuration(text.strip());
            if (duration == null) {
                throw new WrongValueException(
                        parser,
                        "\"" + text + "\" cannot be used: expected " + Quantity.DURATION,
                        parser.currentTokenLocation());
            }
            return duration;
        }
    }
}
