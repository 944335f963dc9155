package io.github.restartoracle.mail.inbox;

/**
 * Told of reports on the delivery of mails. A bus has at most one, as the extension of this type. Called by the poller of the
 * mailbox that the report came to.
 */
@FunctionalInterface
public interface ReportListener {
    /**
     * A report came in. It may be forged.
     *
     * @param report what it says
     * @return true if it concerns a mail of ours
     */
    boolean reported(DeliveryReport report);
}
