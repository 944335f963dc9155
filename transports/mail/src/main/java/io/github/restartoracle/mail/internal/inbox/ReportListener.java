package io.github.restartoracle.mail.internal.inbox;

/**
 * Receives reports on the delivery of mails. A bus has at most one, as the extension of this type. Called by the poller of the
 * mailbox that the report came to.
 */
@FunctionalInterface
public interface ReportListener {
    /**
     * Handles a report, which may be forged.
     *
     * @return true if it concerns a mail of ours
     */
    boolean reported(DeliveryReport report);
}
