package io.github.restartoracle.mail.internal.smtp;

/**
 * Called with the progress of a mail, in the thread that sends it. Returning false stops the mail, as long as that is possible.
 */
public interface SmtpProgress {
    /** A listener without effect. */
    SmtpProgress NONE = new SmtpProgress() {};

    /**
     * Tells that a connection is opened, or an open one is used.
     *
     * @param abort closes it at once, from any thread, so that an incomplete mail is never delivered
     * @return false to stop
     */
    default boolean connecting(Runnable abort) {
        return true;
    }

    /**
     * Tells that the relay is about to get the body.
     *
     * @return false to stop
     */
    default boolean writing() {
        return true;
    }

    /**
     * Tells that the body is complete.
     *
     * @return false to stop; the mail may arrive all the same
     */
    default boolean written() {
        return true;
    }
}
