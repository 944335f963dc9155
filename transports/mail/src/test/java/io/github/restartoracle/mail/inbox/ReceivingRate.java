package io.github.restartoracle.mail.inbox;

import com.icegreen.greenmail.user.GreenMailUser;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import io.github.restartoracle.mail.account.MailAccounts;
import jakarta.mail.Flags;
import jakarta.mail.Folder;
import jakarta.mail.Message;
import jakarta.mail.Session;
import jakarta.mail.Store;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;

/**
 * How fast a CXF service receives one-way messages from a mailbox, against a bare loop of Jakarta Mail that reads and deletes
 * the same number of mails from the same GreenMail. Not a test: run {@code main}, which prints one line a round.
 */
final class ReceivingRate {
    private static final int MAILS = 500;
    private static final int ROUNDS = 6;

    private final GreenMail server =
            new GreenMail(new ServerSetup[] {new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_POP3)});
    private final GreenMailUser user;

    private ReceivingRate() {
        server.start();
        user = server.setUser("orders@b.test", "orders", "orders");
    }

    /** No arguments. */
    public static void main(String[] args) throws Exception {
        ReceivingRate rate = new ReceivingRate();
        for (int round = 1; round <= ROUNDS; round++) {
            double bare = rate.bare();
            double service = rate.service();
            System.out.printf(
                    Locale.ROOT,
                    "round %d: bare loop %.0f mails/s, service %.0f mails/s, %.0f %%%n",
                    round,
                    bare,
                    service,
                    100 * service / bare);
        }
        rate.server.stop();
        System.exit(0);
    }

    private void fill() throws Exception {
        Session session = GreenMailUtil.getSession(server.getPop3().getServerSetup());
        for (int i = 0; i < MAILS; i++) {
            user.deliver(new MimeMessage(session, new ByteArrayInputStream(Mails.good())));
        }
    }

    private double bare() throws Exception {
        fill();
        Store store = Session.getInstance(new Properties()).getStore("pop3");
        long start = System.nanoTime();
        store.connect("127.0.0.1", server.getPop3().getPort(), "orders", "orders");
        Folder folder = store.getFolder("INBOX");
        folder.open(Folder.READ_WRITE);
        for (Message message : folder.getMessages()) {
            message.writeTo(OutputStream.nullOutputStream());
            message.setFlag(Flags.Flag.DELETED, true);
        }
        folder.close(true);
        store.close();
        return perSecond(start);
    }

    private double service() throws Exception {
        fill();
        Path spool = Files.createTempDirectory("spool");
        Bus bus = new CXFBusFactory().createBus();
        bus.setExtension(
                OrdersService.accounts(server.getPop3().getPort(), spool, "orders", Mails.SERVICE), MailAccounts.class);
        long start = System.nanoTime();
        try (OrdersService service = new OrdersService(bus, Mails.SERVICE)) {
            while (server.getManagers().getImapHostManager().getInbox(user).getMessageCount() > 0) {
                LockSupport.parkNanos(1_000_000);
            }
            double rate = perSecond(start);
            if (service.bean.delivered.size() != MAILS) {
                throw new IllegalStateException("delivered " + service.bean.delivered.size());
            }
            return rate;
        } finally {
            bus.shutdown(true);
        }
    }

    private static double perSecond(long startNanos) {
        return MAILS * 1e9 / (System.nanoTime() - startNanos);
    }
}
