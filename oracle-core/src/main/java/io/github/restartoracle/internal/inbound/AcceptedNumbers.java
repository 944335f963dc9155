package io.github.restartoracle.internal.inbound;

/** The numbers of the messages of a sequence that are acknowledged. Read only. */
public interface AcceptedNumbers {
    /**
     * Returns whether a message is acknowledged.
     *
     * @param number its number, 1 or more
     * @return false if it is to be accepted
     */
    boolean contains(long number);

    /** {@return the number up to which every message is acknowledged; 0 if the first message is missing} */
    long contiguous();

    /** {@return the highest number that is acknowledged; 0 if there is none} */
    long highest();

    /** {@return the number of the last message of the sequence; {@link Long#MAX_VALUE} if it is not known} */
    long last();

    /**
     * Returns whether the sequence has ended, so that no other message is acknowledged.
     *
     * @return true if no message comes that is missing
     */
    boolean isClosed();
}
