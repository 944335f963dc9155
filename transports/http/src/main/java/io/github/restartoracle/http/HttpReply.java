package io.github.restartoracle.http;

import java.util.List;
import java.util.Map;

/**
 * A response that has arrived completely.
 *
 * @param status the status code, from 200 on
 * @param reason the reason phrase, possibly empty
 * @param headers names as they were received, found in any case
 * @param body the content, possibly empty
 */
record HttpReply(int status, String reason, Map<String, List<String>> headers, ByteChunks body) {

    /** Returns the first value of a header; the empty text if there is none. */
    String first(String name) {
        List<String> values = headers.getOrDefault(name, List.of());
        return values.isEmpty() ? "" : values.get(0).strip();
    }

    /** Returns whether a header has exactly that value; the case is ignored. */
    boolean has(String name, String value) {
        return headers.getOrDefault(name, List.of()).stream().anyMatch(value::equalsIgnoreCase);
    }
}
