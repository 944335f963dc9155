package io.github.restartoracle.mail.internal.inbox;

import io.github.restartoracle.mail.internal.account.MailAccounts;
import io.github.restartoracle.mail.internal.smtp.ScriptedRelay;
import io.github.restartoracle.settings.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.apache.cxf.ws.rm.manager.AcksPolicyType;
import org.apache.cxf.ws.rm.manager.DestinationPolicyType;
import org.jspecify.annotations.Nullable;

/**
 * A CXF service with WS-RM at a mail address, with a mailbox and a relay of the test's, in a JVM that lets CXF send to any
 * address in a message: only the account's policy protects other hosts. A canary listens on a port of this host.
 */
final class HostileService implements AutoCloseable {
    /** The one domain that the account may write to. */
    static final String FRIENDS = "a.test";

    /** The first content of a mail. */
    private static final Pattern ROOT = Pattern.compile("base64\r\n(?:[^\r]+\r\n)*\r\n([^-]*)");

    private static final Map<String, String> OPEN = Map.of(
            ContextUtils.ALLOWED_DECOUPLED_DEST_SCHEMES_PROPERTY,
            "http://,https://,jms:,local://,soap.udp:,ws://,file:,ftp:,mailto:",
            ContextUtils.WS_ADDRESSING_DECOUPLED_ENABLED_PROPERTY,
            "true");

    private final Map<String, @Nullable String> before = new HashMap<>();
    final ScriptedPop3 mailbox = new ScriptedPop3();
    final ScriptedRelay relay = new ScriptedRelay(null, false, List.of(Map.of()));
    private final ServerSocket canary = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    final AtomicInteger canaryHits = new AtomicInteger();
    /**
     * The number of mails whose outcome was durable. {@code deletedTooSoon} counts those that were to be deleted before that.
     */
    final AtomicInteger settled = new AtomicInteger();

    final AtomicInteger deletedTooSoon = new AtomicInteger();
    private final AtomicInteger deleted = new AtomicInteger();
    final OrdersService.Bean bean = new OrdersService.Bean();
    final Bus bus = new CXFBusFactory().createBus();
    private final Server server;
    private final OrdersService plain;

    HostileService(Path spool) throws IOException {
        OPEN.forEach((name, value) -> before.put(name, System.setProperty(name, value)));
        Thread listener = new Thread(this::listen, "canary");
        listener.setDaemon(true);
        listener.start();
        bus.setExtension(this::step, Steps.class);
        bus.setExtension(MailAccounts.from(settings(spool)), MailAccounts.class);
        AcksPolicyType acks = new AcksPolicyType();
        acks.setImmediaAcksTimeout(50L);
        DestinationPolicyType policy = new DestinationPolicyType();
        policy.setAcksPolicy(acks);
        bus.getExtension(RMManager.class).setDestinationPolicy(policy);
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setBus(bus);
        factory.setAddress("mailto:" + Mails.SERVICE);
        factory.setServiceBean(bean);
        factory.getFeatures().add(new WSAddressingFeature());
        factory.getFeatures().add(new RMFeature());
        server = factory.create();
        plain = new OrdersService(bus, RmMails.PLAIN);
    }

    private Settings settings(Path spool) {
        return Settings.of(Map.ofEntries(
                Map.entry("mail.address", Mails.SERVICE),
                Map.entry("mail.accounts.plain.address", RmMails.PLAIN),
                Map.entry("mail.recipient-domains", FRIENDS),
                Map.entry("mail.spool-directory", spool.toString()),
                Map.entry("mail.limits.attempts", "1"),
                Map.entry("mail.smtp.host", "localhost"),
                Map.entry("mail.smtp.port", Integer.toString(relay.port())),
                Map.entry("mail.smtp.tls", "none"),
                Map.entry("mail.pop3.host", "localhost"),
                Map.entry("mail.pop3.port", Integer.toString(mailbox.port())),
                Map.entry("mail.pop3.tls", "none"),
                Map.entry("mail.pop3.user", "orders"),
                Map.entry("mail.pop3.password", "orders"),
                Map.entry("mail.pop3.plaintext-login", "true"),
                Map.entry("mail.pop3.poll-interval", "100ms")));
    }

    private void step(String step) {
        switch (step) {
            case "settled", "quarantined" -> settled.incrementAndGet();
            case "dele" -> {
                if (deleted.incrementAndGet() > settled.get()) {
                    deletedTooSoon.incrementAndGet();
                }
            }
            default -> {}
        }
    }

    private void listen() {
        while (!canary.isClosed()) {
            try {
                Socket visitor = canary.accept();
                canaryHits.incrementAndGet();
                visitor.close();
            } catch (IOException closed) {
                return;
            }
        }
    }

    /** Returns host and port of the canary. */
    String canary() {
        return "127.0.0.1:" + canary.getLocalPort();
    }

    Inbox inbox() {
        return Inboxes.of(bus).open().get(0);
    }

    /** Returns the recipients that the relay was given, even those that got no mail. */
    List<String> recipients() {
        return relay.commands.stream()
                .filter(command -> command.startsWith("RCPT"))
                .map(command -> command.replaceAll("RCPT TO:<([^>]*)>.*", "$1"))
                .toList();
    }

    /** Returns the envelopes that were mailed. */
    List<String> sent() {
        List<String> envelopes = new ArrayList<>();
        for (String mail : relay.mails) {
            Matcher root = ROOT.matcher(mail);
            if (root.find()) {
                envelopes.add(new String(Base64.getMimeDecoder().decode(root.group(1)), StandardCharsets.UTF_8));
            }
        }
        return envelopes;
    }

    @Override
    public void close() throws IOException {
        plain.close();
        server.destroy();
        bus.shutdown(true);
        relay.close();
        mailbox.close();
        canary.close();
        before.forEach((name, value) -> {
            if (value == null) {
                System.clearProperty(name);
            } else {
                System.setProperty(name, value);
            }
        });
    }
}
