package io.github.restartoracle.internal.attempt;

import java.io.IOException;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The failure of an attempt whose answer is a fault of WS-ReliableMessaging: the destination takes no part in the sequence of
 * the message, and has not accepted this transmission.
 */
public final class SequenceRefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    /** The faults that end a sequence for its source (WS-RM 1.2, section 4). */
    public enum Code {
        /** The destination does not know the sequence, perhaps because it is starting. */
        UNKNOWN("UnknownSequence", "does not know the sequence"),
        /** The sequence was terminated. */
        TERMINATED("SequenceTerminated", "has terminated the sequence"),
        /** The sequence was closed. */
        CLOSED("SequenceClosed", "has closed the sequence"),
        /** The message numbers of the sequence are used up. */
        ROLLOVER("MessageNumberRollover", "accepts no higher message number in the sequence"),
        /** The number is higher than that of the last message. */
        BEYOND_LAST("LastMessageNumberExceeded", "has seen the last message of the sequence");

        private final String fault;
        private final String description;

        Code(String fault, String description) {
            this.fault = fault;
            this.description = description;
        }

        /**
         * Returns the code of a fault.
         *
         * @param localPart the local part of a fault code or subcode
         * @return empty if the fault does not end a sequence
         */
        public static Optional<Code> of(String localPart) {
            return Stream.of(values())
                    .filter(code -> code.fault.equals(localPart))
                    .findAny();
        }
    }

    private final Code code;

    /**
     * Creates a failure.
     *
     * @param code the fault
     */
    public SequenceRefusedException(Code code) {
        super("the destination " + code.description);
        this.code = code;
    }

    /**
     * Returns the code of a failure.
     *
     * @param failure a failure, or null
     * @return null if the failure is no refusal of a sequence
     */
    public static @Nullable Code in(@Nullable Throwable failure) {
        return failure instanceof SequenceRefusedException refused ? refused.code : null;
    }
}
