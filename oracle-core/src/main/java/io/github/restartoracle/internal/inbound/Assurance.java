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
    NONE
}
