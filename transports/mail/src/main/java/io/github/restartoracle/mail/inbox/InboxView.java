package io.github.restartoracle.mail.inbox;

import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.cxf.Bus;
import org.apache.cxf.management.ManagedComponent;
import org.apache.cxf.management.ManagementConstants;
import org.apache.cxf.management.annotation.ManagedAttribute;
import org.apache.cxf.management.annotation.ManagedResource;

/** A mailbox as JMX and meters show it. It has no secrets and nothing of any mail. */
@ManagedResource(description = "A mailbox that is polled for SOAP messages", componentName = "MailInbox")
public final class InboxView implements ManagedComponent {
    private final Bus bus;
    private final String account;
    private final Inbox inbox;

    InboxView(Bus bus, String account, Inbox inbox) {
        this.bus = bus;
        this.account = account;
        this.inbox = inbox;
    }

    @Override
    public ObjectName getObjectName() throws JMException {
        return new ObjectName(ManagementConstants.DEFAULT_DOMAIN_NAME + ":" + ManagementConstants.BUS_ID_PROP + "="
                + bus.getId() + "," + ManagementConstants.TYPE_PROP + "=MailInbox," + ManagementConstants.NAME_PROP
                + "=" + ObjectName.quote(account));
    }

    /**
     * Whose mailbox it is.
     *
     * @return the name of the account
     */
    public String account() {
        return account;
    }

    /**
     * How many mails, or sessions, had an outcome.
     *
     * @param outcome what became of them
     * @return how many since polling began
     */
    public long count(Outcome outcome) {
        return inbox.count(outcome);
    }

    /**
     * What the poller does.
     *
     * @return {@code new}, {@code polling}, {@code waiting} or {@code closed}, and after a failure {@code backing off}
     */
    @ManagedAttribute(description = "What the poller does")
    public String getState() {
        return inbox.state();
    }

    /**
     * Why the last poll failed.
     *
     * @return a reason and what the server said of it; empty if it did not fail
     */
    @ManagedAttribute(description = "Why the last poll failed")
    public String getLastFailure() {
        return inbox.lastFailure();
    }

    /**
     * Polls that failed one after the other.
     *
     * @return 0 if the last one did not
     */
    @ManagedAttribute(description = "Polls that failed one after the other")
    public int getFailures() {
        return inbox.failures();
    }

    /**
     * How long the last poll took.
     *
     * @return milliseconds
     */
    @ManagedAttribute(description = "How long the last poll took, in ms")
    public long getLastPollMillis() {
        return inbox.lastPollMillis();
    }

    /**
     * Mails that are spooled and not settled.
     *
     * @return how many there were after the last poll
     */
    @ManagedAttribute(description = "Mails that are spooled and not settled")
    public int getPending() {
        return inbox.pending();
    }

    /**
     * Messages that were delivered and taken.
     *
     * @return how many since the start
     */
    @ManagedAttribute(description = "Messages delivered and taken")
    public long getAccepted() {
        return inbox.count(Outcome.ACCEPT);
    }

    /**
     * Copies of mails that were settled before.
     *
     * @return how many since the start
     */
    @ManagedAttribute(description = "Copies of mails that were settled before")
    public long getDuplicates() {
        return inbox.count(Outcome.DUP);
    }

    /**
     * Mails that went to the quarantine.
     *
     * @return how many since the start
     */
    @ManagedAttribute(description = "Mails that went to the quarantine")
    public long getQuarantined() {
        return inbox.count(Outcome.QUAR);
    }

    /**
     * Messages that ended in a SOAP fault.
     *
     * @return how many since the start
     */
    @ManagedAttribute(description = "Messages that ended in a SOAP fault")
    public long getFaults() {
        return inbox.count(Outcome.FAULT);
    }

    /**
     * Delivery reports on mails of ours.
     *
     * @return how many since the start
     */
    @ManagedAttribute(description = "Delivery reports on mails of ours")
    public long getDeliveryReports() {
        return inbox.count(Outcome.DSN);
    }

    /**
     * Mails that are nothing to act on.
     *
     * @return how many since the start
     */
    @ManagedAttribute(description = "Mails that are nothing to act on")
    public long getIgnored() {
        return inbox.count(Outcome.IGNORE);
    }

    /**
     * How often a mail was left to be tried again.
     *
     * @return how often since the start
     */
    @ManagedAttribute(description = "How often a mail was left to be tried again")
    public long getKept() {
        return inbox.count(Outcome.KEEP);
    }

    /**
     * Sessions that were dropped.
     *
     * @return how many since the start
     */
    @ManagedAttribute(description = "Sessions that were dropped")
    public long getAborted() {
        return inbox.count(Outcome.ABORT);
    }
}
