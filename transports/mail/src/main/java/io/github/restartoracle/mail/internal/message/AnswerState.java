package io.github.restartoracle.mail.internal.message;

import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.jspecify.annotations.Nullable;

/** The state of the answer to a mail, kept in the message that the mail became. Thread-safe. */
public final class AnswerState {
    private volatile boolean faultSent;
    private volatile @Nullable String dropped;

    /** Creates the state of an answer that was neither sent nor dropped. */
    public AnswerState() {}

    /** Returns the state that an outgoing message belongs to; null if it answers no mail. */
    public static @Nullable AnswerState of(Message outgoing) {
        Exchange exchange = outgoing.getExchange();
        Message answered = exchange == null ? null : exchange.getInMessage();
        return answered == null ? null : answered.get(AnswerState.class);
    }

    /** Notes that a fault was handed to a relay. */
    public void faultSent() {
        faultSent = true;
    }

    /**
     * Notes that the answer was dropped, because it has no permitted recipient.
     *
     * @param why the reason, without content of the mail
     */
    public void dropped(String why) {
        dropped = why;
    }

    /** Returns whether a fault was handed to a relay. */
    public boolean isFaultSent() {
        return faultSent;
    }

    /** Returns the reason for which the answer was dropped; null if it was not dropped. */
    public @Nullable String dropped() {
        return dropped;
    }
}
