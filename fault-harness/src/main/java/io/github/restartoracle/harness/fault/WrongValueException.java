package io.github.restartoracle.harness.fault;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonMappingException;

/** Carries a readable sentence about a place in a document through Jackson. */
final class WrongValueException extends JsonMappingException {
    private static final long serialVersionUID = 1L;

    WrongValueException(JsonParser parser, String problem, JsonLocation location) {
        super(parser, problem, location);
    }
}
