package io.github.restartoracle.mail.internal.inbox;

import io.github.restartoracle.mail.internal.account.MailAccounts;
import io.github.restartoracle.settings.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;

/** A process with a CXF service and little memory, which prints each poll and each delivery, until its input ends. */
final class SmallService implements Steps {
    private static final int CHUNK = 1 << 20;

    private SmallService() {}

    /** Runs a service. The arguments are port of the mailbox, directory of the spool, names and values of more settings. */
    public static void main(String[] args) throws IOException {
        Bus bus = new CXFBusFactory().createBus();
        bus.setExtension(new SmallService(), Steps.class);
        Map<String, String> settings = new HashMap<>(Map.of(
                "mail.address", Mails.SERVICE,
                "mail.spool-directory", args[1],
                "mail.pop3.host", "localhost",
                "mail.pop3.port", args[0],
                "mail.pop3.tls", "none",
                "mail.pop3.user", "orders",
                "mail.pop3.password", "orders",
                "mail.pop3.plaintext-login", "true",
                "mail.pop3.poll-interval", "100ms"));
        for (int i = 2; i < args.length; i += 2) {
            settings.put(args[i], args[i + 1]);
        }
        bus.setExtension(MailAccounts.from(Settings.of(settings)), MailAccounts.class);
        OrdersService service = new OrdersService(bus, Mails.SERVICE);
        service.bean.onDelivery = SmallService::work;
        while (System.in.read() >= 0) {
            // Reached when the parent closes the input.
        }
        System.exit(0);
    }

    private static void work(String order) {
        switch (order) {
            case "recursion" -> work(order);
            case "hunger" -> {
                List<byte[]> eaten = new ArrayList<>();
                while (true) {
                    eaten.add(new byte[CHUNK * eaten.size()]);
                }
            }
            case "no class" -> throw new NoClassDefFoundError("not/There");
            default -> System.out.println("delivered " + order.substring(0, Math.min(order.length(), 20)));
        }
    }

    @Override
    public void before(String step) {
        if (step.equals("open")) {
            System.out.println("poll");
        }
    }
}
