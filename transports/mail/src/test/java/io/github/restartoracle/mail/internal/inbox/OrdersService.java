package io.github.restartoracle.mail.internal.inbox;

import io.github.restartoracle.mail.internal.account.DeletePolicy;
import io.github.restartoracle.mail.internal.account.Login;
import io.github.restartoracle.mail.internal.account.MailAccount;
import io.github.restartoracle.mail.internal.account.MailAccounts;
import io.github.restartoracle.mail.internal.account.MailAddress;
import io.github.restartoracle.mail.internal.account.MailLimits;
import io.github.restartoracle.mail.internal.account.MailPolicy;
import io.github.restartoracle.mail.internal.account.MailServer;
import io.github.restartoracle.mail.internal.account.Pop3Mailbox;
import io.github.restartoracle.mail.internal.account.TlsMode;
import jakarta.jws.WebService;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.ws.addressing.WSAddressingFeature;

/** A CXF service at a mail address. */
final class OrdersService implements AutoCloseable {
    /** The implementation, which records the deliveries and their endpoint. */
    @WebService(
            endpointInterface = "io.github.restartoracle.mail.internal.inbox.Orders",
            serviceName = "OrdersService",
            portName = "OrdersPort",
            targetNamespace = "urn:test:orders")
    static final class Bean implements Orders {
        final List<String> delivered = new CopyOnWriteArrayList<>();
        final List<String> threads = new CopyOnWriteArrayList<>();
        final List<byte[]> documents = new CopyOnWriteArrayList<>();
        volatile Consumer<String> onDelivery = order -> {};

        @Override
        public void put(String order) {
            threads.add(Thread.currentThread().getName());
            onDelivery.accept(order);
            delivered.add(order);
        }

        @Override
        public String price(String order) {
            delivered.add(order);
            return "price of " + order;
        }

        @Override
        public void upload(byte[] document) {
            documents.add(document);
        }
    }

    final Bean bean = new Bean();
    private final Server server;

    OrdersService(Bus bus, String address) {
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setBus(bus);
        factory.setAddress("mailto:" + address);
        factory.setServiceBean(bean);
        factory.setProperties(Map.of("mtom-enabled", true));
        WSAddressingFeature addressing = new WSAddressingFeature();
        addressing.setAddressingRequired(false);
        factory.getFeatures().add(addressing);
        server = factory.create();
    }

    /** Returns accounts with these addresses that share the mailbox of one user, polled ten times a second. */
    static MailAccounts accounts(int port, Path spool, String user, String... addresses) {
        MailServer pop3 = new MailServer(
                "127.0.0.1",
                port,
                TlsMode.NONE,
                null,
                Login.of(user, user),
                true,
                Duration.ofSeconds(5),
                Duration.ofSeconds(10),
                Duration.ofSeconds(5),
                Duration.ofSeconds(60));
        MailAccounts accounts = new MailAccounts();
        for (String address : addresses) {
            accounts.add(new MailAccount(
                    address.replaceAll("@.*", ""),
                    MailAddress.of(address),
                    null,
                    new Pop3Mailbox(pop3, false, Duration.ofMillis(100), DeletePolicy.AFTER_PROCESSING),
                    MailLimits.ofDefaults(),
                    new MailPolicy(Set.of("a.test"), Set.of(), Set.of(), null, Duration.ofDays(7)),
                    spool));
        }
        return accounts;
    }

    @Override
    public void close() {
        server.destroy();
    }
}
