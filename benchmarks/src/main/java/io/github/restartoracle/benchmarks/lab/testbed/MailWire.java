package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.harness.testbed.Mailbox;
import io.github.restartoracle.mail.internal.account.MailAccounts;
import io.github.restartoracle.settings.Settings;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.cxf.Bus;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.addressing.WSAContextUtils;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.manager.AcksPolicyType;
import org.apache.cxf.ws.rm.manager.DestinationPolicyType;

/**
 * Mail in both directions; each end has an account on its own server.
 *
 * @param own the mailbox of this end
 * @param peer the mail address of the other end
 * @param spool the directory that keeps mails until they are processed; made if it is not there
 */
record MailWire(Mailbox own, String peer, Path spool) implements Wire {
    /** The interval of polls of a mailbox, as in the paper. */
    private static final String POLL = "6s";

    private static final String SCHEME = "mailto:";

    /**
     * The delay of acknowledgements: all messages of one poll are acknowledged in one mail. CXF's default of one second would
     * be part of every sample.
     */
    private static final long ACKNOWLEDGE_AFTER_MILLIS = 100;

    /** Returns 1: a poll fetches all mails that are there, and many samples of one poll would distort an estimate. */
    @Override
    public int warmUpMessages() {
        return 1;
    }

    @Override
    public String prepareSource(Bus bus, boolean asInThePaper) {
        openAccount(bus, asInThePaper ? Map.of("mail.smtp.etrn-after", "never") : Map.of());
        // The messages of WS-RM itself need it as well as those of the application.
        bus.setProperty(WSAContextUtils.REPLYTO_PROPERTY, SCHEME + own.address());
        return SCHEME + peer;
    }

    @Override
    public String prepareDestination(Bus bus, ServiceConduct conduct) {
        openAccount(bus, Map.of());
        AcksPolicyType acks = new AcksPolicyType();
        acks.setImmediaAcksTimeout(ACKNOWLEDGE_AFTER_MILLIS);
        DestinationPolicyType policy = new DestinationPolicyType();
        policy.setAcksPolicy(acks);
        bus.getExtension(RMManager.class).setDestinationPolicy(policy);
        return SCHEME + own.address();
    }

    private void openAccount(Bus bus, Map<String, String> more) {
        // CXF drops acknowledgements to schemes that are not listed.
        System.setProperty(
                ContextUtils.ALLOWED_DECOUPLED_DEST_SCHEMES_PROPERTY,
                String.join(",", ContextUtils.DEFAULT_ALLOWED_DECOUPLED_DEST_SCHEMES) + "," + SCHEME);
        Map<String, String> settings = new HashMap<>(LocalMailServer.settings(own, spool));
        settings.put("mail.recipient-domains", peer.substring(peer.indexOf('@') + 1));
        settings.put("mail.pop3.poll-interval", POLL);
        settings.putAll(more);
        bus.setExtension(MailAccounts.from(Settings.of(settings)), MailAccounts.class);
    }
}
