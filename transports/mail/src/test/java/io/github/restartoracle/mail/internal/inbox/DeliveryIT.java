package io.github.restartoracle.mail.internal.inbox;

import static io.github.restartoracle.mail.internal.inbox.Mails.envelope;
import static io.github.restartoracle.mail.internal.inbox.Mails.soap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.mail.internal.account.MailAccounts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.management.InstrumentationManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Mails to CXF services. */
class DeliveryIT {
    private static final String OTHER = "other@b.test";
    private static final long SEED = 20261121;

    @TempDir
    Path spool;

    private ScriptedPop3 mailServer;
    private Bus bus;
    private OrdersService service;

    @BeforeEach
    void start() throws IOException {
        mailServer = new ScriptedPop3();
        bus = new CXFBusFactory().createBus(Map.of(), Map.of("bus.jmx.enabled", "true"));
        bus.setExtension(
                OrdersService.accounts(mailServer.port(), spool, "orders", Mails.SERVICE, OTHER), MailAccounts.class);
        service = new OrdersService(bus, Mails.SERVICE);
    }

    @AfterEach
    void stop() throws IOException {
        bus.shutdown(true);
        mailServer.close();
    }

    private Inbox inbox() {
        return Inboxes.of(bus).open().get(0);
    }

    private static String order(String order) {
        return envelope().replace(Mails.SECRET, order);
    }

    private void add(String mail) {
        mailServer.add(Mails.bytes(mail));
    }

    @Test
    void shouldDeliverOneWayMessagesInOrderOnTheThreadOfTheMailbox() {
        for (int i = 0; i < 20; i++) {
            add(soap(order("order " + i)));
        }
        await().until(() -> mailServer.mails.isEmpty());
        assertThat(service.bean.delivered)
                .containsExactlyElementsOf(Stream.iterate(0, i -> i + 1)
                        .limit(20)
                        .map(i -> "order " + i)
                        .toList());
        assertThat(service.bean.threads).containsOnly("mail-inbox-orders");
        await().until(() -> inbox().count(MailOutcome.ACCEPT) == 20);
    }

    @Test
    void shouldTryAOneWayMessageAgainWhenTheServiceFails() {
        service.bean.onDelivery = order -> {
            if (service.bean.threads.size() < 3) {
                throw new IllegalStateException("the database is down");
            }
        };
        add(soap(order("order")));
        await().until(() -> mailServer.mails.isEmpty());
        assertThat(service.bean.delivered).containsExactly("order");
        assertThat(service.bean.threads).hasSize(3);
        assertThat(inbox().count(MailOutcome.KEEP)).isEqualTo(2);
    }

    @Test
    void shouldPutPoisonIntoTheQuarantineAndGoOn() {
        service.bean.onDelivery = order -> {
            if (order.equals("poison")) {
                throw new IllegalStateException("cannot");
            }
        };
        add(soap(order("poison")));
        add(soap(order("order")));
        await().until(() -> service.bean.delivered.contains("order"));
        await().until(() -> inbox().count(MailOutcome.QUAR) == 1);
        await().until(() -> mailServer.mails.isEmpty());
        assertThat(service.bean.delivered).containsExactly("order");
    }

    @Test
    void shouldServeTwoServicesFromOneMailbox() {
        OrdersService other = new OrdersService(bus, OTHER);
        String toOther = order("for the other").replace("mailto:" + Mails.SERVICE, "mailto:" + OTHER);
        add("Delivered-To: " + Mails.SERVICE + "\r\n" + soap(toOther));
        add(soap(order("for the first")));
        add("Delivered-To: " + OTHER + "\r\n" + soap(Mails.rawEnvelope("").replace(Mails.SECRET, "plain")));
        add(soap(Mails.rawEnvelope("")));
        await().until(() -> mailServer.mails.isEmpty());
        assertThat(service.bean.delivered).containsExactly("for the first");
        assertThat(other.bean.delivered).containsExactly("for the other", "plain");
        assertThat(Inboxes.of(bus).open()).hasSize(1);
        assertThat(inbox().count(MailOutcome.QUAR)).isEqualTo(1);
    }

    private static String xop(String href, byte[] document) {
        String body = envelope()
                .replaceAll(
                        "<o:put.*</o:put>",
                        "<o:upload xmlns:o=\"urn:test:orders\"><document><Include"
                                + " xmlns=\"http://www.w3.org/2004/08/xop/include\" href=\"" + href
                                + "\"/></document></o:upload>");
        return Mails.head()
                + Mails.lines(
                        "Content-Type: multipart/related; boundary=\"b1\"; type=\"application/xop+xml\";"
                                + " start=\"<root@a.test>\"; start-info=\"text/xml\"",
                        "",
                        "--b1",
                        "Content-Type: application/xop+xml; charset=UTF-8; type=\"text/xml\"",
                        "Content-ID: <root@a.test>",
                        "",
                        body,
                        "--b1",
                        "Content-Type: application/octet-stream",
                        "Content-Transfer-Encoding: base64",
                        "Content-ID: <a1@a.test>",
                        "",
                        Base64.getMimeEncoder().encodeToString(document),
                        "--b1--");
    }

    @Test
    void shouldHandOverAttachmentsByteForByte() {
        byte[] document = new byte[3 << 20];
        new Random(SEED).nextBytes(document);
        add(xop("cid:a1@a.test", new byte[0]));
        add(xop("cid:a1@a.test", document));
        await().until(() -> mailServer.mails.isEmpty());
        assertThat(service.bean.documents).hasSize(2);
        assertThat(service.bean.documents.get(0)).isEmpty();
        assertThat(service.bean.documents.get(1)).as("seed %d", SEED).isEqualTo(document);
    }

    @Test
    void shouldShowItsStateByJmxWithoutSecrets() throws Exception {
        add(soap(order("order")));
        await().until(() -> mailServer.mails.isEmpty());
        MBeanServer jmx = bus.getExtension(InstrumentationManager.class).getMBeanServer();
        ObjectName name = jmx.queryNames(
                        new ObjectName("org.apache.cxf:bus.id=" + bus.getId() + ",type=MailInbox,*"), null)
                .iterator()
                .next();
        await().until(() -> jmx.getAttribute(name, "Accepted").equals(1L));
        mailServer.banner = "-ERR [SYS/TEMP] out of order";
        await().until(() ->
                String.valueOf(jmx.getAttribute(name, "LastFailure")).contains("UNAVAILABLE"));
        assertThat(jmx.getAttribute(name, "State")).isIn("backing off", "polling");
        mailServer.banner = "+OK";
        await().until(() -> jmx.getAttribute(name, "Failures").equals(0));
        service.close();
        assertThat(jmx.isRegistered(name)).isFalse();
    }

    @Test
    void shouldLeaveNoThreadAndNoSessionWhenTheEndpointStops() {
        await().until(() -> mailServer.count("QUIT") > 1);
        service.close();
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().equals("mail-inbox-orders"));
        OrdersService again = new OrdersService(bus, Mails.SERVICE);
        add(soap(order("order")));
        await().until(() -> again.bean.delivered.size() == 1);
    }

    /** Case 99: CXF takes the version of the envelope and ignores the content type. */
    @Test
    void shouldTakeTheVersionFromTheEnvelope() {
        add(soap(order("order")).replace("text/xml;", "application/soap+xml;"));
        await().until(() -> service.bean.delivered.contains("order"));
    }

    static Stream<Map.Entry<String, String>> faults() {
        String header = "<wsa:To>mailto:" + Mails.SERVICE + "</wsa:To>";
        String deep = "<x>".repeat(10_000) + "</x>".repeat(10_000);
        StringBuilder attributes = new StringBuilder("<x");
        for (int i = 0; i < 600; i++) {
            attributes.append(" a").append(i).append("=\"\"");
        }
        String body = "<o:put xmlns:o=\"urn:test:orders\"><order>" + Mails.SECRET + "</order></o:put>";
        return Map.ofEntries(
                Map.entry("79 soapaction-mismatch", "SOAPAction: \"urn:other\"\r\n" + soap(envelope())),
                Map.entry("95 depth-10000", soap(envelope().replace(body, deep))),
                Map.entry("96 children-60000", soap(envelope().replace(body, "<a/>".repeat(60_000)))),
                Map.entry("97 attr-bomb", soap(envelope().replace(body, attributes + "/>"))),
                Map.entry("97 attr-1mb", soap(envelope().replace(body, "<x a=\"" + "a".repeat(1 << 20) + "\"/>"))),
                Map.entry(
                        "98 ns-wrong",
                        soap(envelope().replace("http://schemas.xmlsoap.org/soap/envelope/", "urn:soap13"))),
                Map.entry(
                        "102 mustunderstand",
                        soap(envelope(header + "<u:x xmlns:u=\"urn:u\" s:mustUnderstand=\"1\"/>"))),
                Map.entry("103 xop-missing-cid", xop("cid:nowhere@a.test", new byte[1])),
                Map.entry("104 xop-external-http", xop("http://127.0.0.1:1/x", new byte[1])),
                Map.entry("104 xop-external-file", xop("file:///etc/passwd", new byte[1])),
                Map.entry("105 xop-self", xop("cid:root@a.test", new byte[1])))
                .entrySet()
                .stream();
    }

    @ParameterizedTest
    @MethodSource("faults")
    void shouldKeepAMailWhoseFaultCannotBeToldAndGoOn(Map.Entry<String, String> hostile) {
        add(hostile.getValue());
        add(soap(order("good")));
        await().until(() -> service.bean.delivered.contains("good"));
        await().until(() -> mailServer.mails.isEmpty());
        assertThat(List.of(
                        inbox().count(MailOutcome.FAULT),
                        inbox().count(MailOutcome.QUAR),
                        inbox().count(MailOutcome.ACCEPT)))
                .containsExactly(0L, 1L, 1L);
        assertThat(service.bean.delivered).containsExactly("good");
        assertThat(service.bean.documents).isEmpty();
    }
}
