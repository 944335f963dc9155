package io.github.restartoracle.internal.outbound;

import java.util.EnumSet;
import java.util.Set;

/** The states of a {@link Message}, and the transitions between them. */
public enum MessageState {
    /** The call waits for a sequence to be created; it has no number. */
    PARKED,
    /** The message has its number; its first transmission is not due yet. */
    CAPTURED,
    /** A transmission is due and waits for room, or for a message before it. */
    WAITING,
    /** Transmitted, and to be restarted when the oracle says so. */
    IN_FLIGHT,
    /** Not to be transmitted while its sequence is suspended. */
    SUSPENDED,
    /** Its only transmission is the answer on the connection of a request, which cannot be repeated. */
    ANSWERING,
    /** Given up: not acknowledged, and not transmitted again unless it is retried. */
    GIVEN_UP,
    /** Acknowledged or taken out: no longer part of the path. */
    SETTLED;

    private static final Set<MessageState> UNRESOLVED = EnumSet.of(PARKED, CAPTURED, WAITING, IN_FLIGHT, SUSPENDED);

    /**
     * Returns whether a message in this state can be acknowledged or given up, and is neither.
     *
     * @return false for {@link #ANSWERING}, {@link #GIVEN_UP} and {@link #SETTLED}
     */
    public boolean isUnresolved() {
        return UNRESOLVED.contains(this);
    }

    boolean mayBecome(MessageState next) {
        return switch (next) {
            case PARKED -> this == GIVEN_UP || this == CAPTURED;
            case CAPTURED -> this == PARKED;
            case WAITING -> this == CAPTURED || this == IN_FLIGHT || this == SUSPENDED || this == GIVEN_UP;
            case IN_FLIGHT -> this == GIVEN_UP || (isUnresolved() && this != PARKED);
            case SUSPENDED -> this == IN_FLIGHT || this == WAITING;
            case ANSWERING -> this == CAPTURED;
            case GIVEN_UP -> isUnresolved();
            case SETTLED -> this != SETTLED;
        };
    }
}
