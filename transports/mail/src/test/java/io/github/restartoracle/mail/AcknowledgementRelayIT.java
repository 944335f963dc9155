package io.github.restartoracle.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.mail.internal.inbox.InboxView;
import io.github.restartoracle.mail.internal.inbox.Inboxes;
import io.github.restartoracle.mail.internal.inbox.MailOutcome;
import io.github.restartoracle.mail.internal.message.OutgoingMessages;
import io.github.restartoracle.mail.internal.smtp.RelaySwitch;
import io.github.restartoracle.mail.internal.smtp.ScriptedRelay;
import io.github.restartoracle.status.PathStatus;
import io.github.restartoracle.wsrm.RestartOracle;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.cxf.interceptor.MessageSenderInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reliable messages that ask for acknowledgements arrive while the relay of the service takes no mail. */
@Timeout(300)
class AcknowledgementRelayIT {
    private static final String CLIENT = "client@example.org";
    private static final String SERVER = "server@example.com";
    private static final int MESSAGES = 20;

    /** The way in which the relay refuses mails. */
    private enum Fault {
        REFUSES("RCPT", "550 5.7.1 not for you"),
        REFUSES_FOR_NOW("RCPT", "451 4.7.1 later"),
        DROPS("GREETING", ScriptedRelay.CLOSE),
        DROPS_THE_MAIL("DATA", ScriptedRelay.CLOSE),
        HANGS("GREETING", ScriptedRelay.SILENCE),
        HANGS_AT_THE_END("DOT", ScriptedRelay.SILENCE);

        private final String command;
        private final String reply;

        Fault(String command, String reply) {
            this.command = command;
            this.reply = reply;
        }

        Map<String, String> script() {
            return Map.of(command, reply);
        }
    }

    @TempDir
    Path spool;

    private static ConditionFactory eventually() {
        return await().atMost(Duration.ofMinutes(1));
    }

    private static long restarts(MailPair pair) {
        return Objects.requireNonNull(RestartOracle.of(pair.clientBus)).status().paths().stream()
                .mapToLong(PathStatus::restarts)
                .sum();
    }

    static Stream<Arguments> faults() {
        return Stream.of(Fault.values())
                .flatMap(fault -> Stream.of(Arguments.of(fault, true), Arguments.of(fault, false)));
    }

    @ParameterizedTest(name = "{0}, oracle at the service {1}")
    @MethodSource("faults")
    void shouldDeliverEveryMessageAndAcknowledgeItWhenTheRelayIsWellAgain(Fault fault, boolean oracleAtService)
            throws Exception {
        try (LoggedLines kept = new LoggedLines(" KEEP ");
                RestartableGreenMail mails = new RestartableGreenMail(CLIENT, SERVER);
                RelaySwitch relay = new RelaySwitch(mails.mailbox(SERVER).smtpPort());
                ScriptedRelay ill = new ScriptedRelay(null, false, List.of(fault.script()));
                MailPair pair = new MailPair(
                        mails.mailbox(CLIENT), MailPair.through(relay.port(), mails.mailbox(SERVER)), spool)) {
            List<InboxView> inboxes = new CopyOnWriteArrayList<>();
            Inboxes.of(pair.serverBus).watch(inboxes::add);
            if (oracleAtService) {
                pair.installAtService();
            }
            pair.installOracle("fixed", "1s");
            pair.startServer();
            Notices client = pair.client();
            List<String> sent = new ArrayList<>(List.of("notice 0"));
            client.tell("notice 0");
            eventually().until(() -> pair.bean.told.size() == 1 && pair.everythingAcknowledged());

            relay.to(ill.port());
            for (int i = 1; i <= MESSAGES; i++) {
                sent.add("notice " + i);
                client.tell("notice " + i);
            }
            eventually().until(() -> pair.bean.told.size() == sent.size());
            // Each of these asks for an acknowledgement.
            long before = restarts(pair);
            eventually().until(() -> restarts(pair) >= before + 2 * MESSAGES);
            sent.add("after requests");
            client.tell("after requests");
            eventually().until(() -> pair.bean.told.contains("after requests"));
            assertThat(ill.connections()).as("acknowledgements were tried").isPositive();
            assertThat(pair.unacknowledged()).isEqualTo(MESSAGES + 1);
            eventually().until(() -> mails.mails().getInbox(mails.user(SERVER)).getMessageCount() == 0);

            relay.to(mails.mailbox(SERVER).smtpPort());
            eventually().until(pair::everythingAcknowledged);
            assertThat(pair.bean.told).containsExactlyInAnyOrderElementsOf(sent);
            assertThat(inboxes).singleElement().satisfies(inbox -> {
                assertThat(inbox.count(MailOutcome.QUAR)).isZero();
                assertThat(inbox.count(MailOutcome.KEEP))
                        .as("tried again:\n%s", kept)
                        .isZero();
            });
        }
    }

    /** CXF takes the address of an acknowledgement from a place that its threads share: it may be that of another message. */
    @ParameterizedTest(name = "oracle at the service {0}")
    @ValueSource(booleans = {true, false})
    void shouldDeliverAMessageWhoseAcknowledgementIsAddressedWrongly(boolean oracleAtService) throws Exception {
        try (LoggedLines kept = new LoggedLines(" KEEP ");
                RestartableGreenMail mails = new RestartableGreenMail(CLIENT, SERVER);
                MailPair pair = new MailPair(mails.mailbox(CLIENT), mails.mailbox(SERVER), spool)) {
            List<InboxView> inboxes = new CopyOnWriteArrayList<>();
            Inboxes.of(pair.serverBus).watch(inboxes::add);
            Misdirection misdirection = new Misdirection();
            pair.serverBus.getOutInterceptors().add(misdirection);
            if (oracleAtService) {
                pair.installAtService();
            }
            pair.installOracle("fixed", "500ms");
            pair.startServer();
            Notices client = pair.client();
            client.tell("notice");

            eventually().until(() -> misdirection.times.get() >= 3);
            misdirection.times.set(Integer.MIN_VALUE);
            eventually().until(pair::everythingAcknowledged);
            eventually().untilAsserted(() -> assertThat(pair.bean.told).containsExactly("notice"));
            assertThat(inboxes.get(0).count(MailOutcome.QUAR)).isZero();
            assertThat(inboxes.get(0).count(MailOutcome.KEEP))
                    .as("tried again:\n%s", kept)
                    .isZero();
        }
    }

    /** Addresses acknowledgements to a domain that the policy forbids, until it is stopped. */
    private static final class Misdirection extends AbstractPhaseInterceptor<Message> {
        private final AtomicInteger times = new AtomicInteger();

        Misdirection() {
            super(Phase.PREPARE_SEND);
            addBefore(MessageSenderInterceptor.class.getName());
        }

        @Override
        public void handleMessage(Message message) {
            AddressingProperties addressing = OutgoingMessages.addressing(message);
            if (addressing != null
                    && addressing.getAction() != null
                    && addressing.getAction().getValue().endsWith("/SequenceAcknowledgement")
                    && times.incrementAndGet() > 0) {
                message.put(Message.ENDPOINT_ADDRESS, "mailto:" + SERVER);
            }
        }
    }

    @ParameterizedTest(name = "oracle at the service {0}")
    @ValueSource(booleans = {true, false})
    void shouldReadTheMailboxWhileASequenceCannotBeConfirmed(boolean oracleAtService) throws Exception {
        try (RestartableGreenMail mails = new RestartableGreenMail(CLIENT, SERVER);
                RelaySwitch relay = new RelaySwitch(mails.mailbox(SERVER).smtpPort());
                ScriptedRelay ill = new ScriptedRelay(null, false, List.of(Fault.HANGS_AT_THE_END.script()));
                MailPair pair = new MailPair(
                        mails.mailbox(CLIENT), MailPair.through(relay.port(), mails.mailbox(SERVER)), spool)) {
            if (oracleAtService) {
                pair.installAtService();
            }
            pair.installOracle("fixed", "1s");
            pair.startServer();
            Notices known = pair.client();
            known.tell("first");
            eventually().until(() -> pair.bean.told.size() == 1 && pair.everythingAcknowledged());

            relay.to(ill.port());
            Notices newcomer = pair.client();
            newcomer.tell("newcomer");
            eventually().until(() -> !ill.mails.isEmpty());
            known.tell("beside");
            eventually().until(() -> pair.bean.told.contains("beside"));
            // The buses must not wait for a silent relay when they end.
            relay.to(mails.mailbox(SERVER).smtpPort());
        }
    }
}
