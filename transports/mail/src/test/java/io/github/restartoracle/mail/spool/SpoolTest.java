package io.github.restartoracle.mail.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpoolTest {
    private static final Duration WEEK = Duration.ofDays(7);
    private static final String HASH = "ab".repeat(32);

    @TempDir
    Path directory;

    private Instant now = Instant.parse("2026-11-21T00:00:00Z");
    private Spool spool;

    @BeforeEach
    void open() throws IOException {
        spool = Spool.open(directory, WEEK, Clock.fixed(now, ZoneOffset.UTC));
    }

    @AfterEach
    void close() throws IOException {
        spool.close();
    }

    private void reopen() throws IOException {
        spool.close();
        open();
    }

    private SpooledMail add(String uniqueId, String text) throws IOException {
        return spool.add(MailKey.id(uniqueId), out -> out.write(text.getBytes(StandardCharsets.US_ASCII)));
    }

    @Test
    void shouldKeepMailsInTheirOrderOverALife() throws IOException {
        for (int i = 0; i < 12; i++) {
            add("uid" + i, "mail " + i);
        }
        List<SpooledMail> before = spool.pending();
        reopen();
        assertThat(spool.pending()).isEqualTo(before).hasSize(12);
        assertThat(Files.readString(spool.pending().get(11).file())).isEqualTo("mail 11");
        add("uid12", "mail 12");
        assertThat(spool.pending()).hasSize(13);
    }

    @Test
    void shouldSpoolNothingWhenTheSourceFails() throws IOException {
        assertThatThrownBy(() -> spool.add(MailKey.id("a"), out -> {
                    out.write(1);
                    throw new IOException("the connection broke");
                }))
                .hasMessage("the connection broke");
        assertThat(spool.pending()).isEmpty();
        try (Stream<Path> files = Files.list(directory.resolve("mails"))) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void shouldForgetWhatACrashCutOff() throws IOException {
        SpooledMail settled = add("a", "one");
        spool.settle(settled, List.of(HASH));
        spool.close();
        Files.writeString(directory.resolve("mails").resolve("incoming.part"), "half a mai");
        Files.writeString(directory.resolve("ledger"), "T 0123 cut o", StandardOpenOption.APPEND);
        open();
        assertThat(spool.settled(settled.key())).isTrue();
        assertThat(spool.pending()).isEmpty();
        spool.settle(add("b", "two"), List.of());
        reopen();
        assertThat(spool.settled()).hasSize(2);
    }

    @Test
    void shouldNotProcessAgainWhatWasSettledJustBeforeACrash() throws IOException {
        SpooledMail mail = add("a", "one");
        byte[] bytes = Files.readAllBytes(mail.file());
        spool.settle(mail, List.of());
        // The file is deleted after the ledger is written; in between there was the crash.
        Files.write(mail.file(), bytes);
        reopen();
        assertThat(spool.pending()).isEmpty();
        assertThat(mail.file()).doesNotExist();
    }

    @Test
    void shouldRememberForAsLongAsConfigured() throws IOException {
        spool.settle(add("a", "one"), List.of(HASH));
        now = now.plus(WEEK);
        reopen();
        assertThat(spool.remembers(HASH)).isTrue();
        now = now.plusSeconds(1);
        reopen();
        assertThat(spool.remembers(HASH)).isFalse();
    }

    @Test
    void shouldKeepATombstoneUntilTheMailIsGone() throws IOException {
        SpooledMail mail = add("a", "one");
        spool.settle(mail, List.of());
        now = now.plus(WEEK.multipliedBy(10));
        reopen();
        assertThat(spool.settled(MailKey.id("a"))).containsExactly(mail.key());
        spool.gone(mail.key());
        reopen();
        assertThat(spool.settled()).isEmpty();
    }

    @Test
    void shouldCountAttemptsOverALifeUntilTheMailIsSettled() throws IOException {
        SpooledMail mail = add("a", "one");
        assertThat(spool.attempt(mail.key())).isEqualTo(1);
        reopen();
        assertThat(spool.attempt(mail.key())).isEqualTo(2);
        spool.settle(mail, List.of());
        reopen();
        assertThat(spool.attempt(mail.key())).isEqualTo(1);
    }

    @Test
    void shouldKeepTheMailAndTheReasonInTheQuarantine() throws IOException {
        SpooledMail mail = add("a", "poison");
        spool.quarantine(mail, "because");
        assertThat(spool.settled(mail.key())).isTrue();
        assertThat(spool.pending()).isEmpty();
        assertThat(spool.quarantined()).isEqualTo(1);
        String name = mail.key().id() + "-" + mail.key().digest();
        assertThat(directory.resolve("quarantine").resolve(name + ".eml")).hasContent("poison");
        assertThat(directory.resolve("quarantine").resolve(name + ".reason")).hasContent("because");
    }

    @Test
    void shouldBeOpenOnce() {
        assertThatThrownBy(() -> Spool.open(directory, WEEK, Clock.systemUTC())).hasMessageContaining("is in use");
    }

    @Test
    void shouldNotGrowWithWhatIsPast() throws IOException {
        Path own = Files.createDirectory(directory.resolve("own"));
        try (Ledger ledger = new Ledger(own, WEEK, Clock.systemUTC())) {
            for (int i = 0; i < 5_001; i++) {
                MailKey key = new MailKey(MailKey.id("uid" + i), MailKey.UNREAD);
                ledger.attempt(key);
                ledger.attempt(key);
                ledger.settle(key, i, List.of());
                ledger.gone(key);
            }
            ledger.tidy();
        }
        assertThat(own.resolve("ledger")).isEmptyFile();
    }
}
