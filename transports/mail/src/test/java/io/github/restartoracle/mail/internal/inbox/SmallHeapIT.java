package io.github.restartoracle.mail.internal.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A service with 64 MiB of heap, and mails that end in an {@link Error}. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class SmallHeapIT {
    private static final Duration LONG = Duration.ofMinutes(5);

    @TempDir
    Path directory;

    private final ScriptedPop3 mailbox = new ScriptedPop3();
    private final List<String> said = new CopyOnWriteArrayList<>();
    private Process process;
    private int mails;

    @SuppressWarnings("NullAway.Init")
    SmallHeapIT() throws IOException {}

    private void start(String... settings) throws IOException {
        mails = mailbox.mails.size();
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                SmallService.class.getName(),
                Integer.toString(mailbox.port()),
                directory.toString()));
        command.addAll(List.of(settings));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Process started = process;
        Thread reader = new Thread(
                () -> {
                    try (BufferedReader lines = new BufferedReader(
                            new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8))) {
                        lines.lines().forEach(said::add);
                    } catch (IOException | UncheckedIOException ended) {
                        // The process was killed.
                    }
                },
                "small-service");
        reader.setDaemon(true);
        reader.start();
    }

    @AfterEach
    void stop() throws IOException, InterruptedException {
        process.destroyForcibly();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        mailbox.close();
    }

    private void add(String order) {
        mailbox.add(Mails.bytes(Mails.soap(Mails.envelope().replace(Mails.SECRET, order))));
    }

    private void addHuge() {
        add("x".repeat(12 << 20));
        // The elements take much more memory in a tree.
        mailbox.add(Mails.bytes(Mails.soap(Mails.envelope()
                .replace("<order>" + Mails.SECRET, "<order>" + Mails.SECRET + "</order>" + "<a/>".repeat(3 << 20))
                .replace("<a/></order>", "<a/>"))));
        add("y".repeat(20 << 20));
    }

    /**
     * Waits until the orders are delivered, and checks that this took at most one poll for each mail. A poll fetches about
     * 8 MiB; failing mails must not delay later ones.
     */
    private void awaitInOnePass(String... orders) {
        for (String order : orders) {
            await().atMost(LONG).until(() -> said.contains("delivered " + order));
        }
        String last = "delivered " + orders[orders.length - 1];
        assertThat(said.subList(0, said.indexOf(last)).stream()
                        .filter("poll"::equals)
                        .count())
                .isLessThanOrEqualTo(mails);
    }

    @Test
    void shouldDeliverWhatFollowsMailsThatTheHeapCannotHold() throws IOException {
        addHuge();
        add("good");
        start("mail.limits.envelope-bytes", "33554432", "mail.limits.attempts", "2");

        awaitInOnePass("good");
        // The failing mails are removed after too many attempts, and not before.
        await().atMost(LONG).until(() -> mailbox.mails.isEmpty());
    }

    @Test
    void shouldNotEvenParseWhatASmallHeapCannotHold() throws IOException {
        addHuge();
        add("good");
        start();

        awaitInOnePass("good");
        await().atMost(LONG).until(() -> mailbox.mails.isEmpty());
    }

    @Test
    void shouldDeliverWhatFollowsMailsThatEndInAnErrorOfTheService() throws IOException {
        add("recursion");
        add("first");
        add("hunger");
        add("no class");
        add("second");
        start("mail.limits.attempts", "2");

        awaitInOnePass("first", "second");
        await().atMost(LONG).until(() -> mailbox.mails.isEmpty());
    }
}
