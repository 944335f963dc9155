package io.github.restartoracle.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import com.icegreen.greenmail.store.StoredMessage;
import io.github.restartoracle.mail.internal.account.MailAccounts;
import jakarta.activation.DataHandler;
import jakarta.jws.WebService;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.endpoint.ClientCallback;
import org.apache.cxf.endpoint.ClientImpl;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls whose responses come to the mailbox of the caller's account, known by In-Reply-To. */
@Timeout(300) // a call whose answer is lost may wait for ever
class TwoWayCallIT {
    private static final String CLIENT = "client@example.org";
    private static final String SERVER = "server@example.com";

    private static final AtomicInteger MAILS = new AtomicInteger();

    private final RestartableGreenMail mailServer = new RestartableGreenMail(CLIENT, SERVER);
    private final Bus clientBus = new CXFBusFactory().createBus();
    private final Bus serverBus = new CXFBusFactory().createBus();
    private final Answers bean = new Answers();

    @TempDir
    Path spool;

    /** A service that answers, or fails. */
    @WebService(
            endpointInterface = "io.github.restartoracle.mail.Notices",
            serviceName = "NoticesService",
            portName = "NoticesPort",
            targetNamespace = "urn:notices")
    static final class Answers implements Notices {
        final List<String> told = new CopyOnWriteArrayList<>();
        volatile Consumer<String> onTell = text -> {};

        @Override
        public void tell(String text) {
            onTell.accept(text);
            told.add(text);
        }

        @Override
        public void show(DataHandler picture) {
            throw new UnsupportedOperationException();
        }

        @Override
        public String ask(String question) {
            if (question.isEmpty()) {
                throw new IllegalArgumentException("nothing is asked");
            }
            return "answer to " + question;
        }
    }

    @BeforeEach
    void configure() {
        clientBus.setExtension(
                Accounts.at(
                        mailServer.mailbox(CLIENT),
                        spool,
                        "allowed-senders",
                        "@example.com,@example.org",
                        "authserv-id",
                        RestartableGreenMail.AUTHSERV_ID),
                MailAccounts.class);
        serverBus.setExtension(
                Accounts.at(
                        mailServer.mailbox(SERVER),
                        spool,
                        "allowed-senders",
                        CLIENT,
                        "authserv-id",
                        RestartableGreenMail.AUTHSERV_ID,
                        // This is not the address that the answer comes from.
                        "smtp.bounce-address",
                        "bounces@example.com"),
                MailAccounts.class);
    }

    @AfterEach
    void stop() {
        clientBus.shutdown(true);
        serverBus.shutdown(true);
        mailServer.close();
    }

    private static ConditionFactory eventually() {
        return await().atMost(Duration.ofSeconds(30));
    }

    private void serve(Bus bus, String address) {
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setBus(bus);
        factory.setAddress("mailto:" + address);
        factory.setServiceBean(bean);
        WSAddressingFeature addressing = new WSAddressingFeature();
        addressing.setAddressingRequired(false);
        factory.getFeatures().add(addressing);
        factory.create();
    }

    private Notices client(boolean addressing, long timeoutMillis) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(clientBus);
        factory.setServiceClass(Notices.class);
        factory.setAddress("mailto:" + SERVER);
        if (addressing) {
            factory.getFeatures().add(new WSAddressingFeature());
        }
        Notices proxy = (Notices) factory.create();
        ((BindingProvider) proxy).getRequestContext().put(ClientImpl.SYNC_TIMEOUT, timeoutMillis);
        return proxy;
    }

    private Notices client() {
        return client(false, 30_000);
    }

    private static Future<Object[]> askAsynchronously(Notices client) throws Exception {
        ClientCallback callback = new ClientCallback();
        ClientProxy.getClient(client).invoke(callback, "ask", "when");
        return callback;
    }

    private CompletableFuture<String> ask(Notices client) {
        return CompletableFuture.supplyAsync(() -> client.ask("why"));
    }

    private List<StoredMessage> mailsOf(String address) throws Exception {
        return mailServer.mails().getInbox(mailServer.user(address)).getMessages();
    }

    /** Returns the Message-ID of the only request. */
    private String request() throws Exception {
        eventually().until(() -> mailsOf(SERVER).size() == 1);
        return mailsOf(SERVER).get(0).getMimeMessage().getMessageID();
    }

    /** Delivers a mail to the client from the given sender. */
    private void deliver(String from, @Nullable String inReplyTo, String content) throws Exception {
        deliver(CLIENT, from, inReplyTo, content);
    }

    private void deliver(String to, String from, @Nullable String inReplyTo, String content) throws Exception {
        String mail = String.join(
                "\r\n",
                "Return-Path: <" + from + ">",
                "Authentication-Results: " + RestartableGreenMail.results(from),
                "From: " + from,
                "To: " + to,
                "Message-ID: <" + MAILS.incrementAndGet() + "@example.com>",
                inReplyTo == null ? "X-No-Reply: 1" : "In-Reply-To: " + inReplyTo,
                "MIME-Version: 1.0",
                "Content-Type: " + content);
        mailServer
                .user(to)
                .deliver(new MimeMessage(
                        Session.getInstance(new Properties()),
                        new ByteArrayInputStream(mail.getBytes(StandardCharsets.ISO_8859_1))));
    }

    private static String response(String text) {
        return "text/xml; charset=utf-8\r\n\r\n<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>"
                + "<n:askResponse xmlns:n=\"urn:notices\"><return>" + text
                + "</return></n:askResponse></s:Body></s:Envelope>";
    }

    private static String notice(String text) {
        return response(text).replace("askResponse", "tell").replace("return>", "arg0>");
    }

    private void awaitEmpty() {
        eventually().until(() -> mailsOf(CLIENT).isEmpty());
    }

    /** Returns the reasons of the client's mails in the quarantine. */
    private List<String> reasons() throws IOException {
        try (Stream<Path> files = Files.walk(spool.resolve(CLIENT))) {
            return files.filter(file -> file.toString().endsWith(".reason"))
                    .map(file -> {
                        try {
                            return Files.readString(file).trim();
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    })
                    .toList();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldGetResponsesAndFaultsWithoutAReplyAddress(boolean addressing) throws Exception {
        serve(serverBus, SERVER);
        Notices client = client(addressing, 30_000);

        assertThat(client.ask("why")).isEqualTo("answer to why");
        assertThatThrownBy(() -> client.ask(""))
                .isInstanceOf(SOAPFaultException.class)
                .hasMessage("nothing is asked");
        assertThat(askAsynchronously(client).get()).containsExactly("answer to when");
        awaitEmpty();
        assertThat(reasons()).isEmpty();
    }

    @Test
    void shouldTakeOneResponseAndOnlyFromWhoWasAsked() throws Exception {
        CompletableFuture<String> answer = ask(client());
        String id = request();

        deliver("server@example.org", id, response("forged"));
        deliver(SERVER, "<00000000000000000000000000000000@example.org>", response("guessed"));
        awaitEmpty();
        assertThat(answer).isNotDone();
        assertThat(reasons())
                .containsExactlyInAnyOrder(
                        "its author is not the recipient of the request that it answers, or is not authenticated",
                        "it answers no pending request");

        deliver(SERVER, id, response("genuine"));
        deliver(SERVER, id, response("second"));
        assertThat(answer.get()).isEqualTo("genuine");
        awaitEmpty();
        assertThat(reasons()).hasSize(2);
    }

    @Test
    void shouldSettleAResponseThatComesTooLate() throws Exception {
        assertThatThrownBy(() -> client(false, 200).ask("why")).hasStackTraceContaining("Timed out");

        deliver(SERVER, request(), response("late"));
        awaitEmpty();
        assertThat(reasons()).isEmpty();
    }

    @ParameterizedTest(name = "asynchronous {0}, client closed {1}")
    @CsvSource({"false, false", "true, false", "true, true"})
    void shouldEndTheCallWhoseMailComesBack(boolean asynchronous, boolean closed) throws Exception {
        Notices client = client();
        Future<?> answer = asynchronous ? askAsynchronously(client) : ask(client);
        String id = request();
        if (closed) {
            ClientProxy.getClient(client).destroy();
        }
        deliver(
                "",
                null,
                String.join(
                        "\r\n",
                        "multipart/report; report-type=delivery-status; boundary=\"b\"",
                        "",
                        "--b",
                        "Content-Type: message/delivery-status",
                        "",
                        "Reporting-MTA: dns; relay.example",
                        "",
                        "Action: failed",
                        "Status: 5.1.1",
                        "",
                        "--b",
                        "Content-Type: text/rfc822-headers",
                        "",
                        "Message-ID: " + id,
                        "",
                        "--b--",
                        ""));

        assertThatThrownBy(answer::get).hasStackTraceContaining("the mail was returned as undeliverable: 5.1.1");
    }

    @Test
    void shouldEndTheAsynchronousCallOfAClosedClient() throws Exception {
        Notices client = client();
        Future<?> answer = askAsynchronously(client);
        String id = request();
        ClientProxy.getClient(client).destroy();
        deliver(SERVER, id, response("nobody reads it"));
        assertThatThrownBy(answer::get).hasStackTraceContaining("closed or destroyed");
        awaitEmpty();
    }

    @Test
    void shouldLeaveMailsForAServiceThatStartsWhileACallWaits() throws Exception {
        CompletableFuture<String> answer = ask(client());
        String id = request();
        deliver(SERVER, null, notice("early"));
        eventually().until(() -> spooled() == 1);

        serve(clientBus, CLIENT);
        eventually().until(() -> bean.told.equals(List.of("early")));
        assertThat(answer).isNotDone();
        deliver(SERVER, id, response("late but in time"));
        assertThat(Objects.requireNonNull(answer.get())).isEqualTo("late but in time");
        awaitEmpty();
        assertThat(reasons()).isEmpty();
    }

    @Test
    void shouldRefuseACallInTheThreadThatWouldReceiveItsResponse() throws Exception {
        CompletableFuture<Throwable> refusal = new CompletableFuture<>();
        Notices client = client();
        bean.onTell = text -> refusal.complete(catchThrowable(() -> client.ask("why")));
        serve(clientBus, CLIENT);
        deliver(SERVER, null, notice("ask"));

        assertThat(refusal.get()).hasStackTraceContaining("would block the thread that polls");
        assertThat(mailsOf(SERVER)).isEmpty();
    }

    @Test
    void shouldNotAnswerAnAnswer() throws Exception {
        serve(serverBus, SERVER);
        deliver(SERVER, CLIENT, "<1@example.org>", response("nobody asked"));
        deliver(SERVER, CLIENT, null, response("no request"));

        eventually().until(() -> mailsOf(SERVER).isEmpty());
        eventually().until(() -> !mailsOf(CLIENT).isEmpty());
        assertThat(mailsOf(CLIENT)).hasSize(1);
        MimeMessage fault = mailsOf(CLIENT).get(0).getMimeMessage();
        assertThat(fault.getHeader("In-Reply-To", ",")).isEqualTo("<" + MAILS.get() + "@example.com>");
        assertThat(fault.getHeader("Auto-Submitted", ",")).isEqualTo("auto-replied");
    }

    /** Returns the number of batches; each poll that finds a mail makes one. */
    private long spooled() throws IOException {
        try (Stream<Path> files = Files.walk(spool.resolve(CLIENT))) {
            return files.filter(file -> file.toString().endsWith(".mails")).count();
        }
    }
}
