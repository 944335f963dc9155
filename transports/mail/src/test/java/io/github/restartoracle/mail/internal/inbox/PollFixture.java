package io.github.restartoracle.mail.internal.inbox;

import io.github.restartoracle.mail.internal.account.DeletePolicy;
import io.github.restartoracle.mail.internal.account.Login;
import io.github.restartoracle.mail.internal.account.MailAccount;
import io.github.restartoracle.mail.internal.account.MailAddress;
import io.github.restartoracle.mail.internal.account.MailLimits;
import io.github.restartoracle.mail.internal.account.MailPolicy;
import io.github.restartoracle.mail.internal.account.MailServer;
import io.github.restartoracle.mail.internal.account.Pop3Mailbox;
import io.github.restartoracle.mail.internal.account.TlsMode;
import io.github.restartoracle.mail.internal.pop3.Pop3Session;
import io.github.restartoracle.mail.internal.spool.Spool;
import io.github.restartoracle.mail.internal.wire.Watchdog;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.time.ManualClock;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** One mailbox on a scripted server, polled when a test says so. */
final class PollFixture implements AutoCloseable {
    /** Longer than any step takes on a busy machine. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    static final MailLimits LIMITS = limits();
    static final MailPolicy POLICY = new MailPolicy(Set.of("a.test"), Set.of(), Set.of(), null, Duration.ofDays(7));

    final ScriptedPop3 server = new ScriptedPop3();
    /** The port of the polled server; it differs from that of {@link #server} if the server is in another process. */
    int port = server.port();

    final ManualClock clock = new ManualClock();
    final List<String> delivered = new ArrayList<>();
    final List<String> contentTypes = new ArrayList<>();
    final List<DeliveryReport> reports = new ArrayList<>();
    final List<String> steps = new ArrayList<>();
    final Path directory;
    MailLimits limits = LIMITS;
    MailPolicy policy = POLICY;
    DeletePolicy deletePolicy = DeletePolicy.AFTER_PROCESSING;
    Duration readTimeout = PATIENCE;
    Duration deadline = PATIENCE;
    TlsMode tls = TlsMode.NONE;
    MailReceiver receiver = this::receive;
    /** The requests that await a response, by Message-ID. */
    final Map<String, SentRequest> requests = new HashMap<>();

    Steps onStep = steps::add;
    Tally tally = new Tally();
    Spool spool;
    private final Watchdog watchdog = new Watchdog("watchdog");
    private Poll poll;

    /** Returns small limits, with others by their names in properties. */
    static MailLimits limits(String... namesAndValues) {
        Map<String, String> values = new HashMap<>(Map.of(
                "mail-bytes", "1048576",
                "header-bytes", "16384",
                "header-count", "100",
                "parts", "20",
                "depth", "4",
                "decoded-bytes", "1048576",
                "mails-per-poll", "100",
                "time-per-poll", "1m",
                "attempts", "3"));
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return MailLimits.from(Settings.of(values));
    }

    @SuppressWarnings("NullAway.Init")
    PollFixture(Path directory) throws IOException {
        this.directory = directory;
    }

    /** Starts as a new process would; must be called again after a change of settings. */
    PollFixture start() throws IOException {
        if (spool != null) {
            spool.close();
        }
        tally = new Tally();
        spool = Spool.open(directory, policy.replayMemory(), limits, Clock.systemUTC());
        MailAccount account = account();
        Pop3Mailbox mailbox = Objects.requireNonNull(account.pop3());
        Recipients recipients = new Recipients(inReplyTo -> requests.get(inReplyTo), policy);
        recipients.add(MailAddress.of(Mails.SERVICE), mail -> receiver.receive(mail));
        Steps toTest = step -> onStep.before(step);
        Processing processing = new Processing(account, spool, recipients, this::reported, tally, toTest, clock);
        poll = new Poll(
                account,
                deletePolicy,
                () -> Pop3Session.open(mailbox, watchdog),
                spool,
                processing,
                tally,
                toTest,
                clock);
        return this;
    }

    MailAccount account() {
        MailServer pop3 = new MailServer(
                "127.0.0.1",
                port,
                tls,
                null,
                Login.of("orders", "secret"),
                true,
                PATIENCE,
                readTimeout,
                PATIENCE,
                deadline);
        return new MailAccount(
                "orders",
                MailAddress.of(Mails.SERVICE),
                null,
                new Pop3Mailbox(pop3, false, Duration.ofSeconds(6), deletePolicy),
                limits,
                policy,
                directory);
    }

    private boolean reported(DeliveryReport report) {
        reports.add(report);
        return "ours".equals(report.envelopeId());
    }

    private MailOutcome receive(ReceivedMail mail) throws IOException {
        try (InputStream in = mail.stream()) {
            delivered.add(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            contentTypes.add(mail.contentType());
        }
        return MailOutcome.ACCEPT;
    }

    /**
     * Polls once, and throws the exceptions that the thread of a poller would catch. Returns true if the next poll should
     * follow at once.
     */
    boolean poll() throws IOException {
        boolean more = poll.run();
        clock.advance(Duration.ofHours(1));
        return more;
    }

    /** Polls once; returns true if that succeeded. */
    boolean tryPoll() {
        try {
            poll();
            return true;
        } catch (IOException e) {
            clock.advance(Duration.ofHours(1));
            return false;
        }
    }

    long count(MailOutcome outcome) {
        return tally.of(outcome);
    }

    @Override
    public void close() throws IOException {
        server.close();
        watchdog.close();
        spool.close();
    }
}
