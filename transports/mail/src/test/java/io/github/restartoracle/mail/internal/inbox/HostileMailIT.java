package io.github.restartoracle.mail.internal.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Hostile mails to a real service with WS-RM, each followed by a good one. No message is sent to an address that the account
 * does not permit, by mail or by HTTP, and the invariants of the corpus hold.
 */
@Timeout(300)
class HostileMailIT {
    private static final Pattern IDENTIFIER = Pattern.compile("Identifier>([^<]+)</");

    @TempDir
    static Path spool;

    private static HostileService service;
    /** The identifier of the sequence that the good mails belong to. */
    private static String identifier;

    private static int good;
    /** True while a good mail is on its way, and after one was lost: no later one would arrive. */
    private static boolean stuck;

    @BeforeAll
    @SuppressWarnings("NullAway.Init")
    static void start() throws IOException {
        service = new HostileService(spool);
        add(RmMails.usual().createSequence(RmMails.FRIEND, ""));
        await().until(() -> !created(0).isEmpty());
        identifier = created(0).get(0);
    }

    @AfterAll
    static void stop() throws IOException {
        service.close();
    }

    static Stream<HostileCases.Case> cases() throws IOException {
        return HostileCases.all().stream();
    }

    private static void add(String envelope) {
        service.mailbox.add(Mails.bytes(Mails.soap(envelope)));
    }

    /** Returns the identifiers of the sequences that were created in answers from a position on. */
    private static List<String> created(int from) {
        List<String> identifiers = new ArrayList<>();
        List<String> sent = service.sent();
        for (String envelope : sent.subList(from, sent.size())) {
            Matcher matcher = IDENTIFIER.matcher(envelope);
            if (envelope.contains("CreateSequenceResponse") && matcher.find()) {
                identifiers.add(matcher.group(1));
            }
        }
        return identifiers;
    }

    /** Sends a good mail and waits until it is delivered and acknowledged, which is after all mails before it. */
    private static void sendGood() {
        assertThat(stuck)
                .as("an earlier case, the first that failed, has kept a good mail away")
                .isFalse();
        stuck = true;
        RmMails mails = RmMails.usual();
        String order = "good " + ++good;
        add(mails.put(mails.sequence(identifier, good), order));
        await().until(() -> service.bean.delivered.contains(order));
        String upper = "Upper=\"" + good + "\"";
        await().until(() -> service.sent().stream()
                .anyMatch(envelope -> envelope.contains("SequenceAcknowledgement") && envelope.contains(upper)));
        await().until(() -> service.mailbox.mails.isEmpty());
        stuck = false;
    }

    private static long[] counts() {
        return Arrays.stream(MailOutcome.values())
                .mapToLong(outcome -> service.inbox().count(outcome))
                .toArray();
    }

    @ParameterizedTest
    @MethodSource("cases")
    @SuppressWarnings("EnumOrdinal") // the index of counts that live as long as a test
    void shouldReachNobodyElseAndHarmNobody(HostileCases.Case hostile) {
        int sentBefore = service.relay.mails.size();
        int recipientsBefore = service.recipients().size();
        int hitsBefore = service.canaryHits.get();
        long[] before = counts();
        List<String> strange;
        PrintStream console = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try {
            String mail = hostile.mail(service.canary(), identifier);
            service.mailbox.add(Mails.bytes(mail.startsWith("<") ? Mails.soap(mail) : mail));
            // I2: the next good mail is delivered.
            sendGood();
            // A sequence of a stranger would be acknowledged to the stranger.
            strange = created(sentBefore);
            RmMails mails = RmMails.usual();
            strange.forEach(sequence -> add(mails.put(mails.sequence(sequence, 1), Mails.SECRET)));
            if (!strange.isEmpty()) {
                sendGood();
            }
        } finally {
            System.setErr(console);
        }

        // I3
        List<String> recipients = service.recipients();
        assertThat(recipients.subList(recipientsBefore, recipients.size()))
                .isNotEmpty()
                .allMatch(recipient -> recipient.endsWith("@" + HostileService.FRIENDS));
        assertThat(service.canaryHits).hasValue(hitsBefore);
        // I1
        assertThat(service.inbox().failures()).isZero();
        // I5
        assertThat(service.deletedTooSoon).hasValue(0);
        // I4: no mail is left over.
        assertThat(service.inbox().pending()).isZero();
        long[] since = counts();
        Arrays.setAll(since, i -> since[i] - before[i]);
        since[MailOutcome.ACCEPT.ordinal()] -= strange.isEmpty() ? 1 : 3;
        assertThat(since[hostile.expected().ordinal()])
                .as("%s, log %s", Arrays.toString(since), log)
                .isEqualTo(1);
        // I6
        String ours = log.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains("io.github.restartoracle"))
                .reduce("", (one, other) -> one + other + "\n");
        assertThat(ours).doesNotContain(Mails.SECRET).doesNotContain("victim").doesNotContain("ended in a fault");
        assertThat(ours.lines().filter(line -> line.contains(" QUAR ")).count())
                .isEqualTo(since[MailOutcome.QUAR.ordinal()]);
    }
}
