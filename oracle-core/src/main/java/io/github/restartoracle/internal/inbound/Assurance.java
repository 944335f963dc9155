package io.github.restartoracle.internal.inbound;

/** The delivery assurance of a sequence. */
public enum Assurance {
    /** A copy may be delivered beside its message. */
    AT_LEAST_ONCE,
    /** A message may be left out to keep the order. */
    AT_MOST_ONCE,
    /** Each message is delivered, and no copy. */
    EXACTLY_ONCE,
    /** None is set: copies are dropped, except of messages that are accepted by their deliveries. */
    NONE;

    /** Returns whether a message may be left out to keep the order, so that gaps do not matter. */
    boolean skips() {
        return this == AT_MOST_ONCE;
    }

    /**
     * Returns whether a copy of an accepted message is delivered beside the message.
     *
     * @param isHere true if the message has not left
     */
    boolean deliversCopy(Received.Kind kind, boolean inOrder, boolean isHere) {
        return switch (kind) {
            case ONE_WAY -> this == AT_LEAST_ONCE && !inOrder && !isHere;
            case ANSWERED -> false;
            case TENTATIVE -> this == AT_LEAST_ONCE || this == NONE;
        };
    }
}
