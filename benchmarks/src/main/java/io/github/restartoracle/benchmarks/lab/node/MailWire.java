package io.github.restartoracle.benchmarks.lab.node;

import io.github.restartoracle.harness.testbed.Mailbox;
import io.github.restartoracle.mail.account.MailAccounts;
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
public record MailWire(Mailbox own, String peer, Path spool) implements Wire {
    /** The interval of polls of a mailbox, as in the paper. */
    private static final String POLL = "6s";

    private static final String SCHEME = "mailto:";

    /**
     * The delay of acknowledgements: all messages of one poll are acknowledged in one mail. CXF's default of one second would
     * be part of every sample.
     */
    private static final long ACKNOWLEDGE_AFTER_MILLIS = 100;

    @Override
    public String target() {
        return SCHEME + peer;
    }

    @Override
    public String endpoint() {
        return SCHEME + own.address();
    }

    /** Returns 1: a poll fetches all mails that are there, and many samples of one poll would distort an estimate. */
    @Override
    public int warmUpMessages() {
        return 1;
    }

    @Override
    public void prepareSource(Bus bus, boolean asInThePaper) {
        openAccount(bus, asInThePaper ? Map.of("mail.smtp.etrn-after", "never") : Map.of());
        // The messages of WS-RM itself need it as well as those of the application.
        bus.setProperty(WSAContextUtils.REPLYTO_PROPERTY, SCHEME + own.address());
    }

    @Override
    public void prepareDestination(Bus bus, ServiceConduct conduct) {
        openAccount(bus, Map.of());
        AcksPolicyType acks = new AcksPolicyType();
        acks.setImmediaAcksTimeout(ACKNOWLEDGE_AFTER_MILLIS);
        DestinationPolicyType policy = new DestinationPolicyType();
        policy.setAcksPolicy(acks);
        bus.getExtension(RMManager.class).setDestinationPolicy(policy);
    }

    private void openAccount(Bus bus, Map<String, String> more) {
        letMailThrough();
        Map<String, String> settings = new HashMap<>(account(own, spool));
        settings.put("mail.recipient-domains", peer.substring(peer.indexOf('@') + 1));
        settings.put("mail.pop3.poll-interval", POLL);
        settings.putAll(more);
        bus.setExtension(MailAccounts.from(Settings.of(settings)), MailAccounts.class);
    }

    /**
     * Returns the settings of an account without encryption.
     *
     * @param own the account
     * @param spool the directory that keeps mails until they are processed
     * @return names without the prefix {@code restart-oracle.}, and values as text
     */
    public static Map<String, String> account(Mailbox own, Path spool) {
        return Map.ofEntries(
                Map.entry("mail.address", own.address()),
                Map.entry("mail.spool-directory", spool.toString()),
                Map.entry("mail.smtp.host", own.host()),
                Map.entry("mail.smtp.port", Integer.toString(own.smtpPort())),
                Map.entry("mail.smtp.tls", "none"),
                Map.entry("mail.pop3.host", own.host()),
                Map.entry("mail.pop3.port", Integer.toString(own.pop3Port())),
                Map.entry("mail.pop3.tls", "none"),
                Map.entry("mail.pop3.user", own.user()),
                Map.entry("mail.pop3.password", own.password()),
                Map.entry("mail.pop3.plaintext-login", "true"));
    }

    /** Adds mail to the schemes to which CXF sends acknowledgements; it drops those to other schemes. */
    private static void letMailThrough() {
        if (!ContextUtils.isDecoupledDestinationSchemeAllowed(SCHEME)) {
            System.setProperty(
                    ContextUtils.ALLOWED_DECOUPLED_DEST_SCHEMES_PROPERTY,
                    String.join(",", ContextUtils.DEFAULT_ALLOWED_DECOUPLED_DEST_SCHEMES) + "," + SCHEME);
        }
    }
}
