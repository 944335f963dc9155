package io.github.restartoracle.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.harness.testbed.MailService;
import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.mail.internal.inbox.InboxView;
import io.github.restartoracle.mail.internal.inbox.Inboxes;
import io.github.restartoracle.mail.internal.inbox.MailOutcome;
import io.github.restartoracle.mail.internal.smtp.SentMailListener;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.RMMessageConstants;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A CXF client and a CXF server that talk WS-RM by mail, both ways. */
class ReliableMailIT {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final RestartableGreenMail mailServer =
            new RestartableGreenMail("client@example.org", "server@example.com");

    @TempDir
    Path spool;

    private MailPair pair;

    @BeforeEach
    void start() {
        pair = new MailPair(mailServer.mailbox("client@example.org"), mailServer.mailbox("server@example.com"), spool);
    }

    @AfterEach
    void stop() {
        pair.close();
        mailServer.close();
    }

    @ParameterizedTest
    @CsvSource({"fixed, 1000", "cxf, 200"})
    void shouldDeliverEachMessageOnceAndHaveItAcknowledgedByMail(String queue, int count) {
        pair.installOracle(queue, "5s");
        pair.startServer();
        Notices client = pair.client();
        List<String> texts =
                IntStream.range(0, count).mapToObj(i -> "notice " + i).toList();

        texts.forEach(client::tell);

        await().atMost(Duration.ofMinutes(3)).until(() -> pair.bean.told.size() >= count);
        await().atMost(Duration.ofMinutes(3)).until(pair::everythingAcknowledged);
        assertThat(pair.bean.told).containsExactlyInAnyOrderElementsOf(texts);
    }

    @Test
    void shouldTransmitByTheChainOfTheCallWhenTheFirstTransmissionLeavesAtOnce() {
        pair.installOracle("fixed", "1m");
        List<Boolean> byTheChain = new CopyOnWriteArrayList<>();
        pair.clientBus.getOutInterceptors().add(new AbstractPhaseInterceptor<Message>(Phase.PREPARE_SEND_ENDING) {
            @Override
            public void handleMessage(Message message) {
                if (Attempt.of(message) != null) {
                    byTheChain.add(message.containsKey(RMMessageConstants.MESSAGE_CAPTURE));
                }
            }
        });
        pair.startServer();

        Notices client = pair.client();
        client.tell("opens the sequence");
        await().until(() -> pair.bean.told.size() == 1);
        await().until(pair::everythingAcknowledged);
        byTheChain.clear();
        client.tell("leaves at once");

        await().until(() -> pair.bean.told.equals(List.of("opens the sequence", "leaves at once")));
        await().until(pair::everythingAcknowledged);
        assertThat(byTheChain).containsExactly(true);
    }

    @ParameterizedTest
    @CsvSource({"fixed", "cxf"})
    void shouldBeAcknowledgedAndAnsweredAtTheAddressOfItsAccount(String queue) {
        pair.installOracle(queue, "5s");
        pair.startServer();
        Notices client = pair.plainClient();

        client.tell("a notice");
        await().atMost(PATIENCE).until(() -> pair.bean.told.equals(List.of("a notice")));
        await().atMost(PATIENCE).until(pair::everythingAcknowledged);
        assertThat(client.ask("a question")).isEqualTo("answer to a question");
    }

    /** CXF gives mails for the address of an account to the client that used it first. */
    @Test
    void shouldAcknowledgeAndAnswerAllClientsOfAnAccount() {
        pair.installOracle("fixed", "5s");
        pair.startServer();
        List<Notices> clients = List.of(pair.plainClient(), pair.plainClient());

        clients.forEach(client -> client.tell("a notice"));
        await().atMost(PATIENCE).until(() -> pair.bean.told.size() == 2);
        await().atMost(PATIENCE).until(pair::everythingAcknowledged);
        assertThat(clients)
                .allSatisfy(client -> assertThat(client.ask("a question")).isEqualTo("answer to a question"));
    }

    @Test
    void shouldBringTheResponseToTheCallersMailbox() {
        pair.installOracle("fixed", "5s");
        pair.startServer();

        assertThat(pair.client().ask("a question")).isEqualTo("answer to a question");
        assertThat(pair.bean.told).containsExactly("a question");
    }

    @Test
    void shouldShowWhatIsSentAndWhatIsReceived() {
        List<String> sent = new CopyOnWriteArrayList<>();
        pair.clientBus.setExtension((account, failure) -> sent.add(account + " " + failure), SentMailListener.class);
        List<InboxView> early = new CopyOnWriteArrayList<>();
        Inboxes.of(pair.serverBus).watch(early::add);
        pair.installOracle("fixed", "5s");
        pair.startServer();
        Notices client = pair.client();
        assertThat(client.ask("a question")).isEqualTo("answer to a question");

        List<InboxView> late = new CopyOnWriteArrayList<>();
        Inboxes.of(pair.serverBus).watch(late::add);
        assertThat(late).singleElement().isSameAs(early.get(0));
        assertThat(late.get(0).account()).isEqualTo("default");
        assertThat(late.get(0).count(MailOutcome.ACCEPT)).isPositive();
        assertThat(sent).isNotEmpty().containsOnly("default null");
        mailServer.stop(MailService.SMTP);
        client.tell("nobody takes this");
        await().untilAsserted(() -> assertThat(sent).contains("default TEMPORARY"));
    }

    /** CXF forgets the sequences of an endpoint before the last of its messages is processed. */
    @Test
    void shouldKeepAMailThatIsReadWhileTheServiceIsShutDown() throws Exception {
        List<InboxView> inboxes = new CopyOnWriteArrayList<>();
        Inboxes.of(pair.serverBus).watch(inboxes::add);
        pair.installOracle("fixed", "1m");
        pair.installAtService();
        Server server = pair.startServer();
        Notices client = pair.client();
        client.tell("opens the sequence");
        await().atMost(PATIENCE).until(() -> pair.bean.told.size() == 1 && pair.everythingAcknowledged());

        CountDownLatch forgotten = new CountDownLatch(1);
        server.getEndpoint().addCleanupHook(forgotten::countDown);
        CountDownLatch read = new CountDownLatch(1);
        server.getEndpoint().getInInterceptors().add(new AbstractPhaseInterceptor<Message>(Phase.RECEIVE) {
            @Override
            public void handleMessage(Message message) {
                read.countDown();
                assertThat(catchThrowable(() -> forgotten.await(60, TimeUnit.SECONDS)))
                        .isNull();
            }
        });
        client.tell("comes at the last moment");
        assertThat(read.await(60, TimeUnit.SECONDS)).isTrue();
        pair.serverBus.shutdown(true);

        InboxView inbox = inboxes.get(0);
        await().atMost(PATIENCE).until(() -> inbox.count(MailOutcome.KEEP) + inbox.count(MailOutcome.QUAR) == 1);
        assertThat(inbox.count(MailOutcome.QUAR)).isZero();
        assertThat(pair.unacknowledged()).isOne();
    }

    @Test
    void shouldPollNoMailboxWhenTheBusesAreShutDown() {
        Set<Thread> earlier = Thread.getAllStackTraces().keySet();
        pair.startServer();
        assertThat(pair.client().ask("a question")).isEqualTo("answer to a question");
        assertThat(pollers(earlier)).isGreaterThanOrEqualTo(2);

        pair.clientBus.shutdown(true);
        pair.serverBus.shutdown(true);
        await().until(() -> pollers(earlier) == 0);
    }

    /** Returns the number of new pollers; those of other tests may end a little later. */
    private static long pollers(Set<Thread> earlier) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("mail-inbox") && !earlier.contains(thread))
                .count();
    }
}
