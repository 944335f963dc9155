package io.github.restartoracle.mail;

import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.jspecify.annotations.Nullable;

/** The state of the answer to a mail, kept in the message that the mail became. Thread-safe. */
final class AnswerState {
    private volatile boolean faultSent;
    private volatile @Nullable String dropped;

    /** Returns the state that an outgoing message belongs to, null if it answers no mail. */
    static @Nullable AnswerState of(Message outgoing) {
        Exchange exchange = outgoing.getExchange();
        Message answered = exchange == null ? null : exchange.getInMessage();
        return answered == null ? null : answered.get(AnswerState.class);
    }

    /** Notes that a fault was handed to a relay. */
    void faultSent() {
        faultSent = true;
    }

    /** Notes that the answer was dropped, because it has no permitted recipient. */
    void dropped(String why) {
        dropped = why;
    }

    boolean isFaultSent() {
        return faultSent;
    }

    /** Returns the reason for which the answer was dropped, null if it was not. */
    @Nullable
    String dropped() {
        return dropped;
    }
}
