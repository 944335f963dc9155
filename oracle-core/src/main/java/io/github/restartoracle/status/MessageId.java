package io.github.restartoracle.status;

import java.util.Objects;

/**
 * The name of one reliable message. The constructor throws {@link IllegalArgumentException} for a number less than 1.
 *
 * @param sequence the WS-RM sequence identifier
 * @param number the message number in the sequence, 1 or more
 */
public record MessageId(String sequence, long number) {
    /** The sequence in the name of a call that waits for its sequence; its number is then its position among these calls. */
    public static final String PARKED = "parked";

    public MessageId {
        Objects.requireNonNull(sequence, "sequence");
        if (number < 1) {
            throw new IllegalArgumentException("number must be 1 or more, was " + number);
        }
    }

    @Override
    public String toString() {
        return sequence + "/" + number;
    }
}
