package io.github.restartoracle.mail.internal.inbox;

import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.cxf.Bus;
import org.apache.cxf.management.ManagedComponent;
import org.apache.cxf.management.ManagementConstants;
import org.apache.cxf.management.annotation.ManagedAttribute;
import org.apache.cxf.management.annotation.ManagedResource;

/** A mailbox as JMX and meters show it, without secrets and without any content of mails. Thread-safe. */
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

    /** Returns the name of the account. */
    public String account() {
        return account;
    }

    /** Returns the number of mails, or sessions, with an outcome since polling began. */
    public long count(MailOutcome outcome) {
        return inbox.count(outcome);
    }

    /** Returns {@code new}, {@code polling}, {@code waiting}, {@code closed} or, after a failure, {@code backing off}. */
    @ManagedAttribute(description = "State of the poller")
    public String getState() {
        return inbox.state();
    }

    /** Returns a reason and the server's words; empty if the last poll did not fail. */
    @ManagedAttribute(description = "Failure of the last poll")
    public String getLastFailure() {
        return inbox.lastFailure();
    }

    /** Returns the number of polls that failed one after the other. */
    @ManagedAttribute(description = "Polls that failed one after the other")
    public int getFailures() {
        return inbox.failures();
    }

    /** Returns the duration of the last poll, in milliseconds. */
    @ManagedAttribute(description = "Duration of the last poll, in ms")
    public long getLastPollMillis() {
        return inbox.lastPollMillis();
    }

    /** Returns the number of mails that were spooled and not settled after the last poll. */
    @ManagedAttribute(description = "Mails that are spooled and not settled")
    public int getPending() {
        return inbox.pending();
    }

    /** Returns the number of mails that were in the quarantine after the last poll. */
    @ManagedAttribute(description = "Mails in the quarantine")
    public int getInQuarantine() {
        return inbox.inQuarantine();
    }

    /** Returns {@link #count} of {@link MailOutcome#ACCEPT}. */
    @ManagedAttribute(description = "Messages delivered without a fault")
    public long getAccepted() {
        return count(MailOutcome.ACCEPT);
    }

    /** Returns {@link #count} of {@link MailOutcome#DUP}. */
    @ManagedAttribute(description = "Copies of settled mails")
    public long getDuplicates() {
        return count(MailOutcome.DUP);
    }

    /** Returns {@link #count} of {@link MailOutcome#QUAR}. */
    @ManagedAttribute(description = "Mails that were put into the quarantine")
    public long getQuarantined() {
        return count(MailOutcome.QUAR);
    }

    /** Returns {@link #count} of {@link MailOutcome#FAULT}. */
    @ManagedAttribute(description = "Messages that ended in a SOAP fault")
    public long getFaults() {
        return count(MailOutcome.FAULT);
    }

    /** Returns {@link #count} of {@link MailOutcome#DSN}. */
    @ManagedAttribute(description = "Delivery reports on mails that were sent from here")
    public long getDeliveryReports() {
        return count(MailOutcome.DSN);
    }

    /** Returns {@link #count} of {@link MailOutcome#IGNORE}. */
    @ManagedAttribute(description = "Mails that need no action")
    public long getIgnored() {
        return count(MailOutcome.IGNORE);
    }

    /** Returns {@link #count} of {@link MailOutcome#KEEP}. */
    @ManagedAttribute(description = "Mails left in the mailbox or the spool for another attempt")
    public long getKept() {
        return count(MailOutcome.KEEP);
    }

    /** Returns {@link #count} of {@link MailOutcome#ABORT}. */
    @ManagedAttribute(description = "Sessions that were dropped")
    public long getAborted() {
        return count(MailOutcome.ABORT);
    }
}
