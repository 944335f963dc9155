package io.github.restartoracle.mail.internal.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.mail.Signing;
import io.github.restartoracle.mail.internal.account.MailAccounts;
import io.github.restartoracle.mail.internal.smtp.ScriptedRelay;
import io.github.restartoracle.mail.internal.smtp.TestCertificates;
import io.github.restartoracle.settings.Settings;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.staxutils.StaxUtils;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.apache.cxf.ws.security.wss4j.WSS4JInInterceptor;
import org.apache.cxf.ws.security.wss4j.WSS4JOutInterceptor;
import org.apache.wss4j.common.crypto.CryptoFactory;
import org.apache.wss4j.common.util.KeyUtils;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.dom.handler.WSHandlerConstants;
import org.apache.wss4j.dom.message.WSSecEncrypt;
import org.apache.wss4j.dom.message.WSSecHeader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

/** Mails that WS-Security protects: an unsigned one never reaches the service, and an encrypted one hides no address. */
class SecuredMailIT {
    private static final String GUARD = ContextUtils.ALLOWED_DECOUPLED_DEST_SCHEMES_PROPERTY;

    @TempDir
    static Path directory;

    private static Properties client;
    private static Properties stranger;
    private static Properties service;

    @TempDir
    Path spool;

    private final ScriptedPop3 mailbox = new ScriptedPop3();
    private final ScriptedRelay relay = new ScriptedRelay(null, false, List.of(Map.of()));
    private final Bus bus = new CXFBusFactory().createBus();
    private final OrdersService.Bean bean = new OrdersService.Bean();
    private final @Nullable String guardBefore = System.getProperty(GUARD);

    SecuredMailIT() throws IOException {}

    @BeforeAll
    static void makeKeys() throws IOException, InterruptedException {
        client = Signing.keys(directory, "client");
        stranger = Signing.keys(directory, "stranger");
        service = Signing.keys(directory, "service");
    }

    @BeforeEach
    void start() {
        System.setProperty(GUARD, "mailto:");
        Settings settings = Settings.of(Map.ofEntries(
                Map.entry("mail.smtp.host", "localhost"),
                Map.entry("mail.smtp.port", Integer.toString(relay.port())),
                Map.entry("mail.smtp.tls", "none"),
                Map.entry("mail.recipient-domains", "a.test"),
                Map.entry("mail.accounts.client.address", "alice@a.test"),
                Map.entry("mail.accounts.service.address", Mails.SERVICE),
                Map.entry("mail.accounts.service.spool-directory", spool.toString()),
                Map.entry("mail.accounts.service.pop3.host", "localhost"),
                Map.entry("mail.accounts.service.pop3.port", Integer.toString(mailbox.port())),
                Map.entry("mail.accounts.service.pop3.tls", "none"),
                Map.entry("mail.accounts.service.pop3.user", "orders"),
                Map.entry("mail.accounts.service.pop3.password", "orders"),
                Map.entry("mail.accounts.service.pop3.plaintext-login", "true"),
                Map.entry("mail.accounts.service.pop3.poll-interval", "100ms")));
        bus.setExtension(MailAccounts.from(settings), MailAccounts.class);
    }

    @AfterEach
    void stop() throws IOException {
        bus.shutdown(true);
        relay.close();
        mailbox.close();
        if (guardBefore == null) {
            System.clearProperty(GUARD);
        } else {
            System.setProperty(GUARD, guardBefore);
        }
    }

    private Server serve(boolean reliable, Map<String, Object> security) {
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setBus(bus);
        factory.setAddress("mailto:" + Mails.SERVICE);
        factory.setServiceBean(bean);
        factory.getInInterceptors().add(new WSS4JInInterceptor(security));
        WSAddressingFeature addressing = new WSAddressingFeature();
        addressing.setAddressingRequired(false);
        factory.getFeatures().add(addressing);
        if (reliable) {
            factory.getFeatures().add(new RMFeature());
        } else {
            factory.getInInterceptors().add(Signing.coverage());
        }
        return factory.create();
    }

    /** Returns the envelope of a one-way call, signed by the key. */
    private String signed(Properties keys, String order) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(Orders.class);
        factory.setAddress("mailto:" + Mails.SERVICE);
        factory.setProperties(Map.of("restart-oracle.mail.account", "client"));
        factory.getFeatures().add(new WSAddressingFeature());
        factory.getOutInterceptors().add(new WSS4JOutInterceptor(Signing.made(keys)));
        int before = relay.mails.size();
        ((Orders) factory.create()).put(order);
        await().until(() -> relay.mails.size() > before);
        String mail = relay.mails.get(before);
        return new String(
                Base64.getMimeDecoder().decode(mail.substring(mail.indexOf("\r\n\r\n") + 4)), StandardCharsets.UTF_8);
    }

    private void add(String envelope) {
        mailbox.add(Mails.bytes(Mails.soap(envelope)));
    }

    private long quarantined() {
        return Inboxes.of(bus).open().get(0).count(MailOutcome.QUAR);
    }

    @Test
    void shouldLetOnlyMailsReachTheServiceThatAKnownKeyHasSigned() {
        String genuine = signed(client, "genuine");
        String other = signed(client, "another");
        List<String> hostile = List.of(
                Mails.envelope().replace(Mails.SECRET, "unsigned"),
                signed(stranger, "signed by a stranger"),
                genuine.replace("genuine", "changed"),
                // This combines the signature of one mail with the body of another.
                other.replaceAll(
                        "(?s)<[^<]*:Body.*</[^<]*:Body>",
                        Matcher.quoteReplacement(genuine.replaceAll("(?s).*(<[^<]*:Body.*</[^<]*:Body>).*", "$1"))),
                genuine.replaceAll("(?s)<wsse:Security.*</wsse:Security>", ""),
                genuine.replace(
                        "</soap:Header>",
                        "<ReplyTo xmlns=\"" + RmMails.WSA_2005
                                + "\"><Address>mailto:bob@a.test</Address></ReplyTo></soap:Header>"));
        Server server = serve(false, Signing.demanded(client));

        hostile.forEach(this::add);
        add(genuine);

        await().atMost(Duration.ofSeconds(30)).until(() -> mailbox.mails.isEmpty());
        assertThat(bean.delivered).containsExactly("genuine");
        await().until(() -> quarantined() == hostile.size());
        assertThat(relay.commands)
                .filteredOn(command -> command.startsWith("RCPT"))
                .allMatch(command -> command.contains(Mails.SERVICE));
        server.destroy();
    }

    /** Encrypts an envelope for the service. */
    private static String encrypted(String envelope) throws Exception {
        Document document = StaxUtils.read(new StringReader(envelope));
        WSSecHeader security = new WSSecHeader(document);
        security.insertSecurityHeader();
        WSSecEncrypt encrypt = new WSSecEncrypt(security);
        encrypt.setUserInfo("service", TestCertificates.KEY_PASSWORD);
        encrypt.build(
                CryptoFactory.getInstance(service),
                KeyUtils.getKeyGenerator(WSConstants.AES_128).generateKey());
        return StaxUtils.toString(document);
    }

    @Test
    void shouldRefuseAnAddressThatIsHiddenInAnEncryptedBody() throws Exception {
        Map<String, Object> properties = new HashMap<>();
        properties.put(WSHandlerConstants.ACTION, WSHandlerConstants.ENCRYPTION);
        properties.put(WSHandlerConstants.DEC_PROP_REF_ID, "keys");
        properties.put("keys", service);
        properties.put(WSHandlerConstants.PW_CALLBACK_REF, Signing.PASSWORDS);
        Server server = serve(true, properties);
        RmMails mails = RmMails.usual();

        List<String> hostile = List.of(
                mails.createSequence("http://127.0.0.1:1/", ""),
                mails.createSequence("mailto:victim@c.test", ""),
                new RmMails(RmMails.RM_1_0, RmMails.WSA_2004).createSequence("mailto:victim@c.test", ""),
                new RmMails(RmMails.RM_1_0, RmMails.WSA_2005).createSequence("mailto:victim@c.test", ""),
                mails.createSequence(
                        RmMails.FRIEND,
                        "<r:Offer><r:Identifier>urn:uuid:offered</r:Identifier>"
                                + RmMails.reference("r:Endpoint", "mailto:victim@c.test") + "</r:Offer>"));
        for (String envelope : hostile) {
            add(encrypted(envelope));
        }
        await().atMost(Duration.ofSeconds(30)).until(() -> mailbox.mails.isEmpty());
        await().until(() -> quarantined() == hostile.size());
        assertThat(relay.mails).allMatch(mail -> mail.contains("To: alice@a.test"));
        assertThat(created()).isZero();

        add(encrypted(mails.createSequence(RmMails.FRIEND, "")));
        await().atMost(Duration.ofSeconds(30)).until(() -> created() == 1);
        assertThat(quarantined()).isEqualTo(hostile.size());
        server.destroy();
    }

    private long created() {
        return relay.mails.stream()
                .filter(mail -> new String(
                                Base64.getMimeDecoder().decode(mail.substring(mail.indexOf("\r\n\r\n") + 4)),
                                StandardCharsets.UTF_8)
                        .contains("CreateSequenceResponse"))
                .count();
    }
}
