package io.github.restartoracle.harness.fault;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import java.io.IOException;

/** Reads a list of faults; a conflict is reported at the later fault of the two. */
final class ScheduleReader extends JsonDeserializer<FaultSchedule> {
    private final FaultReader faults = new FaultReader();

    @Override
    public FaultSchedule deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            throw new WrongValueException(parser, "expected a list of faults", parser.currentTokenLocation());
        }
        FaultSchedule schedule = FaultSchedule.none();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            JsonLocation location = parser.currentTokenLocation();
            Fault fault = faults.deserialize(parser, context);
            try {
                schedule = schedule.and(fault);
            } catch (IllegalArgumentException conflict) {
                throw new WrongValueException(parser, String.valueOf(conflict.getMessage()), location);
            }
        }
        return schedule;
    }

    @Override
    public FaultSchedule getNullValue(DeserializationContext context) {
        return FaultSchedule.none();
    }
}
