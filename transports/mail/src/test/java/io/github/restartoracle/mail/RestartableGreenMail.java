package io.github.restartoracle.mail;

import com.icegreen.greenmail.Managers;
import com.icegreen.greenmail.imap.ImapHostManager;
import com.icegreen.greenmail.pop3.Pop3Server;
import com.icegreen.greenmail.server.AbstractServer;
import com.icegreen.greenmail.smtp.SmtpServer;
import com.icegreen.greenmail.user.GreenMailUser;
import com.icegreen.greenmail.user.MessageDeliveryHandler;
import com.icegreen.greenmail.user.UserException;
import com.icegreen.greenmail.util.ServerSetup;
import io.github.restartoracle.harness.testbed.MailService;
import io.github.restartoracle.harness.testbed.Mailbox;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** GreenMail, each of whose services can be stopped and started again; mails, accounts and ports stay. */
final class RestartableGreenMail implements AutoCloseable {
    /** The name under which the server writes Authentication-Results. */
    static final String AUTHSERV_ID = "mx.green.test";

    private static final String HOST = "localhost";
    private static final long PATIENCE_MILLIS = 60_000;

    private final Managers managers = new Managers();
    private final Map<MailService, AbstractServer> services = new EnumMap<>(MailService.class);

    /** Creates accounts whose names and passwords are their addresses. */
    RestartableGreenMail(String... addresses) {
        for (String address : addresses) {
            try {
                managers.getUserManager().createUser(address, address, address);
            } catch (UserException e) {
                throw new IllegalArgumentException(address, e);
            }
        }
        MessageDeliveryHandler usual = managers.getUserManager().getMessageDeliveryHandler();
        managers.getUserManager().setMessageDeliveryHandler((message, recipient) -> {
            message.getMessage()
                    .addHeader(
                            "Authentication-Results",
                            results(message.getReturnPath().getEmail()));
            return usual.handle(message, recipient);
        });
        for (MailService service : MailService.values()) {
            start(service, 0);
        }
    }

    /** Returns the field of a server that has verified an envelope sender. */
    static String results(String sender) {
        return AUTHSERV_ID + "; spf=pass smtp.mailfrom=" + sender;
    }

    private AbstractServer running(MailService service) {
        return Objects.requireNonNull(services.get(service));
    }

    private void start(MailService service, int port) {
        AbstractServer server = service == MailService.SMTP
                ? new SmtpServer(new ServerSetup(port, HOST, ServerSetup.PROTOCOL_SMTP), managers)
                : new Pop3Server(new ServerSetup(port, HOST, ServerSetup.PROTOCOL_POP3), managers);
        server.startService();
        try {
            if (!server.waitTillRunning(PATIENCE_MILLIS)) {
                throw new IllegalStateException(service + " does not start");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        services.put(service, server);
    }

    /** Refuses new connections and cuts existing ones. */
    void stop(MailService service) {
        running(service).stopService();
    }

    void start(MailService service) {
        start(service, running(service).getPort());
    }

    Mailbox mailbox(String address) {
        return new Mailbox(
                address,
                address,
                address,
                HOST,
                running(MailService.SMTP).getPort(),
                running(MailService.POP3).getPort());
    }

    GreenMailUser user(String address) {
        return managers.getUserManager().getUser(address);
    }

    ImapHostManager mails() {
        return managers.getImapHostManager();
    }

    @Override
    public void close() {
        services.values().forEach(AbstractServer::stopService);
    }
}
