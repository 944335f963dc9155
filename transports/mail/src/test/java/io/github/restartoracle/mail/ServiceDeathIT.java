package io.github.restartoracle.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.harness.junit.RequiresDocker;
import io.github.restartoracle.harness.testbed.MailServerContainer;
import io.github.restartoracle.harness.testbed.MailServerSettings;
import io.github.restartoracle.harness.testbed.Mailbox;
import io.github.restartoracle.mail.internal.inbox.DoomedService;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A service whose process is killed (SIGKILL) at every step of poll, spool, process and delete, and started again, with WS-RM,
 * exactly once, CXF's store and Dovecot. Every message is delivered. Only messages are delivered twice that the store had not
 * yet removed after their delivery.
 */
@RequiresDocker
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class ServiceDeathIT {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final List<String> STEPS = List.of(
            "open",
            "retrieve",
            "spooled",
            "quit",
            "attempt",
            "triage",
            "deliver",
            DoomedService.INVOKED,
            DoomedService.DELIVERED,
            "settle",
            "settled",
            "quarantine",
            "quarantined",
            "open-delete",
            "dele",
            "quit-delete",
            "deleted");

    @TempDir
    Path directory;

    /** One process of the service. */
    private static final class ServiceProcess implements AutoCloseable {
        private final Process process;
        private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
        private final Path log;
        private final PrintStream orders;

        ServiceProcess(Path directory, Mailbox mailbox) throws IOException {
            log = directory.resolve("service.log");
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-D" + ContextUtils.ALLOWED_DECOUPLED_DEST_SCHEMES_PROPERTY + "=http://,https://,mailto:",
                    "-cp",
                    System.getProperty("java.class.path")));
            // A mail that is being processed at several deaths must not be taken for their cause.
            Map<String, String> account = Accounts.properties(
                    mailbox, directory, "recipient-domains", "example.test", "limits.attempts", "100");
            account.forEach((name, value) -> command.add(1, "-Drestart-oracle." + name + "=" + value));
            command.addAll(List.of(DoomedService.class.getName(), directory.toString(), mailbox.address()));
            process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            Thread listener = new Thread(
                    () -> process.inputReader(StandardCharsets.UTF_8).lines().forEach(said::add));
            listener.setDaemon(true);
            listener.start();
            orders = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        }

        void start() throws InterruptedException {
            awaitWord("ready");
            orders.println("start");
            awaitWord("started");
        }

        private void awaitWord(String word) throws InterruptedException {
            String next = said.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(next).as(this::tail).isEqualTo(word);
        }

        private String tail() {
            try {
                List<String> lines = Files.readAllLines(log);
                return String.join("\n", lines.subList(Math.max(0, lines.size() - 200), lines.size()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void doom(String step) {
            orders.println("die " + step);
        }

        void awaitDeath(String step) throws InterruptedException {
            awaitWord(step);
            close();
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).isEqualTo(128 + 9);
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    private List<String> delivered() throws IOException {
        Path file = directory.resolve("delivered");
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    /**
     * Returns the messages that were delivered and that the store of a dead service has not removed yet. CXF also delivers from
     * the store, not only from the mailbox.
     */
    private List<String> deliveredAndStored() throws IOException, SQLException {
        String url = "jdbc:h2:file:" + directory.resolve("rm") + ";IFEXISTS=TRUE";
        List<String> contents = new ArrayList<>();
        try (Connection database = DriverManager.getConnection(url);
                Statement statement = database.createStatement();
                ResultSet rows = statement.executeQuery("SELECT CONTENT FROM CXF_RM_INBOUND_MESSAGES")) {
            while (rows.next()) {
                contents.add(new String(rows.getBytes(1), StandardCharsets.UTF_8));
            }
        }
        return new HashSet<>(delivered())
                .stream()
                        .filter(text -> contents.stream().anyMatch(content -> content.contains(">" + text + "<")))
                        .toList();
    }

    /** Sends a mail that ends in the quarantine. */
    private static void post(Mailbox mailbox) throws MessagingException {
        Properties properties = new Properties();
        properties.put("mail.smtp.host", mailbox.host());
        properties.put("mail.smtp.port", String.valueOf(mailbox.smtpPort()));
        MimeMessage mail = new MimeMessage(Session.getInstance(properties));
        mail.setFrom("somebody@example.test");
        mail.setRecipient(Message.RecipientType.TO, new InternetAddress(mailbox.address()));
        mail.setText("no SOAP");
        Transport.send(mail);
    }

    private long quarantined(String ending) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(ending)).count();
        }
    }

    @Test
    void shouldDeliverEverythingAndTwiceOnlyBetweenTheDeliveryAndTheRemovalFromTheStore()
            throws IOException, InterruptedException, MessagingException, SQLException {
        try (MailServerContainer server = MailServerContainer.start(
                        MailServerSettings.ofPaper().withQueueInterval(Duration.ofSeconds(1)),
                        "example.test",
                        "client",
                        "service");
                MailPair pair = new MailPair(
                        server.mailbox("client"), server.mailbox("service"), directory.resolve("client"))) {
            Mailbox mailbox = server.mailbox("service");
            pair.installOracle("fixed", "2s");
            Notices client = pair.client();
            Set<String> told = new HashSet<>(Set.of("the first"));
            List<String> mayComeAgain = new ArrayList<>();
            ServiceProcess service = new ServiceProcess(directory, mailbox);
            service.start();
            client.tell("the first");
            await().atMost(PATIENCE).until(() -> delivered().size() == 1);
            for (String step : STEPS) {
                try (ServiceProcess dying = service) {
                    // The next process starts meanwhile.
                    service = new ServiceProcess(directory, mailbox);
                    dying.doom(step);
                    if (step.startsWith("quarantine")) {
                        post(mailbox);
                    }
                    for (String text : List.of(step + " 1", step + " 2")) {
                        client.tell(text);
                        told.add(text);
                    }
                    dying.awaitDeath(step);
                    mayComeAgain.addAll(deliveredAndStored());
                }
                service.start();
            }
            try (ServiceProcess last = service) {
                await().atMost(PATIENCE).until(() -> new HashSet<>(delivered()).equals(told));
                await().atMost(PATIENCE).until(pair::everythingAcknowledged);
                await().atMost(PATIENCE).until(() -> server.mailboxLength() == 0);
                assertThat(last.process.isAlive()).isTrue();
            }
            List<String> copies = new ArrayList<>(delivered());
            told.forEach(copies::remove);
            assertThat(mayComeAgain)
                    .as("by the death at " + DoomedService.DELIVERED)
                    .isNotEmpty();
            assertThat(copies).allMatch(mayComeAgain::remove);
            assertThat(quarantined(".reason")).isEqualTo(2);
            assertThat(quarantined(".eml")).isEqualTo(2);
        }
    }
}
