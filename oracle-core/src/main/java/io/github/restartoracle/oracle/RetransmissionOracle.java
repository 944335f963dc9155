package io.github.restartoracle.oracle;

import java.util.Map;

/**
 * Decides how long a WS-ReliableMessaging source waits for an acknowledgement before it restarts (retransmits) a message. One
 * instance serves one path (an RM source and a destination address) and outlives the sequences on it.
 *
 * <p>The source asks for the timeout again whenever it looks at its pending messages; the timeout is never frozen when a
 * message is sent. An adaptive oracle has one global timeout per path: when it drops, every message that has waited longer is
 * due at once; when it grows, pending messages wait longer ("The Fast and the Fair", section IV.A).
 *
 * <p>Not thread-safe; the pending set of a path confines all calls to one thread at a time. An implementation reads no clock,
 * starts no thread and does no I/O.
 */
public interface RetransmissionOracle {
    /** The timeout of an oracle that does not restart. */
    long NEVER = Long.MAX_VALUE;

    /**
     * Returns the time to wait for an acknowledgement after a transmission before restarting.
     *
     * @param attempt the transmission that was last made, 1 for the first
     * @return nanoseconds since that transmission, more than 0; {@link #NEVER} for no restart
     */
    long timeoutNanos(int attempt);

    /**
     * Notes that a pending message was acknowledged.
     *
     * @param sample the round trip as the acknowledgement tells it; an oracle that estimates must not learn from one that is
     *     not {@linkplain RttSample#unambiguous() unambiguous} (Karn's rule)
     */
    void onAcknowledgement(RttSample sample);

    /**
     * Notes that the timeout of a pending message elapsed without an acknowledgement.
     *
     * @param attempt the transmission whose timeout elapsed, 1 for the first
     */
    void onTimeout(int attempt);

    /**
     * Notes that the timeout of a pending message elapsed, and the path gave no sign of life since that transmission: no
     * connection was set up, no byte of any message was confirmed, and no message was acknowledged. So the path is dead, and
     * not slow. Called instead of {@link #onTimeout} if the transport reports when the next machine has received a message.
     *
     * @param attempt the transmission whose timeout elapsed, 1 for the first
     */
    default void onSilence(int attempt) {
        onTimeout(attempt);
    }

    /**
     * Returns whether a message whose timeout elapsed is transmitted again; if not, the source gives it up.
     *
     * @param attempt the transmission whose timeout elapsed, 1 for the first
     * @return true to transmit again; true by default
     */
    default boolean mayRestart(int attempt) {
        return true;
    }

    /**
     * Returns the state of the oracle at this moment, for display; no decision depends on it.
     *
     * @return numbers by their names, in the order in which they are to be shown; names are lower-case words with hyphens,
     *     times are in seconds and their names end with {@code -seconds}; empty by default
     */
    default Map<String, Double> describe() {
        return Map.of();
    }
}
