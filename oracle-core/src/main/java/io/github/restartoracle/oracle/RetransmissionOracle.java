package io.github.restartoracle.oracle;

import java.util.Map;

/**
 * Decides how long a WS-ReliableMessaging source waits for an acknowledgement before it restarts (retransmits) a
 * message. One instance serves one path (an RM source and a destination address) and outlives the sequences on it.
 *
 * <p>The timeout is asked for again whenever the source looks at its pending messages; it is never frozen when a
 * message is sent. An adaptive oracle has one global timeout per path: when it drops, every message that has waited
 * longer is due at once; when it grows, pending messages wait longer ("The Fast and the Fair", section IV.A).
 *
 * <p>Not thread-safe; the pending set of a path confines all calls to one thread at a time. An implementation reads no
 * clock, starts no thread and does no I/O.
 */
public interface RetransmissionOracle {
    /** The timeout of an oracle that does not restart. */
    long NEVER = Long.MAX_VALUE;

    /**
     * How long to wait for an acknowledgement after a transmission before restarting.
     *
     * @param attempt the transmission that was last made, 1 for the first
     * @return nanoseconds since that transmission, more than 0; {@link #NEVER} for no restart
     */
    long timeoutNanos(int attempt);

    /**
     * A pending message was acknowledged.
     *
     * @param sample what the acknowledgement told; an oracle that estimates must not learn from one that is not
     *     {@linkplain RttSample#unambiguous() unambiguous} (Karn's rule)
     */
    void onAcknowledgement(RttSample sample);

    /**
     * The timeout of a pending message elapsed without an acknowledgement.
     *
     * @param attempt the transmission whose timeout elapsed, 1 for the first
     */
    void onTimeout(int attempt);

    /**
     * The timeout of a pending message elapsed, and nothing was heard of the path since that transmission: no connection was set
     * up, no byte of any message was confirmed, and nothing was acknowledged. So the path is dead, and not slow. Called
     * instead of {@link #onTimeout} where the transport tells when the next machine has received a message.
     *
     * @param attempt the transmission whose timeout elapsed, 1 for the first
     */
    default void onSilence(int attempt) {
        onTimeout(attempt);
    }

    /**
     * Whether a message whose timeout elapsed is transmitted again; if not, the source gives it up.
     *
     * @param attempt the transmission whose timeout elapsed, 1 for the first
     * @return true to transmit again; true by default
     */
    default boolean mayRestart(int attempt) {
        return true;
    }

    /**
     * What the oracle knows at this moment, for people to look at; nothing is decided by it.
     *
     * @return numbers by their names, in the order in which they are to be shown; names are lower-case words with hyphens,
     *     times are in seconds and their names end with {@code -seconds}; empty by default
     */
    default Map<String, Double> describe() {
        return Map.of();
    }

    /**
     * What the oracle has learnt, for a later oracle of the same kind and path to begin with. Back-off is no part of it: a
     * disruption says nothing about the path after a restart of the process.
     *
     * @return numbers, of which an implementation should make the first one the version of their layout; empty if there is
     *     nothing to keep, as by default
     */
    default double[] snapshot() {
        return new double[0];
    }

    /**
     * Replaces what the oracle has learnt. To be called before the oracle is used.
     *
     * @param snapshot what {@link #snapshot} of an oracle of this kind has said, or anything else: it may have been kept for
     *     long, and under another configuration
     * @throws IllegalArgumentException if the oracle cannot go on from it, as by default; nothing was changed
     */
    default void restore(double[] snapshot) {
        throw new IllegalArgumentException("the oracle keeps nothing");
    }
}
