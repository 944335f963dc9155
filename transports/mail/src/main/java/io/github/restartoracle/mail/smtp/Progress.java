package io.github.restartoracle.mail.smtp;

/** Told how a mail gets on, in the thread that sends it. Returning false stops it, while that still can be done. */
public interface Progress {
    /** Nobody listens. */
    Progress NONE = new Progress() {};

    /**
     * A connection is opened, or an open one is used.
     *
     * @param abort closes it at once, from any thread, so that what is not complete is never delivered
     * @return false to stop
     */
    default boolean connecting(Runnable abort) {
        return true;
    }

    /**
     * The relay is about to be given the body.
     *
     * @return false to stop
     */
    default boolean writing() {
        return true;
    }

    /**
     * The body is complete.
     *
     * @return false to stop; the mail may arrive all the same
     */
    default boolean written() {
        return true;
    }
}
