package io.github.restartoracle.mail.internal.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.restartoracle.mail.internal.account.MailLimits;
import io.github.restartoracle.settings.Settings;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
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
        spool = Spool.open(directory, WEEK, MailLimits.ofDefaults(), Clock.fixed(now, ZoneOffset.UTC));
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

    private static String text(SpooledMail mail) throws IOException {
        try (InputStream in = mail.open()) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    private List<Path> batches() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("mails"))) {
            return files.toList();
        }
    }

    @Test
    void shouldKeepMailsInTheirOrderOverALife() throws IOException {
        for (int i = 0; i < 12; i++) {
            add("uid" + i, "mail " + i);
        }
        List<SpooledMail> before = spool.pending();
        reopen();
        assertThat(spool.pending()).isEqualTo(before).hasSize(12);
        assertThat(text(spool.pending().get(11))).isEqualTo("mail 11");
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
        add("b", "whole");
        reopen();
        assertThat(text(spool.pending().get(0))).isEqualTo("whole");
    }

    @Test
    void shouldForgetWhatACrashCutOff() throws IOException {
        SpooledMail settled = add("a", "one");
        SpooledMail cut = add("b", "two");
        spool.settle(settled, List.of(HASH));
        spool.close();
        try (FileChannel batch = FileChannel.open(cut.batch(), StandardOpenOption.WRITE)) {
            batch.truncate(batch.size() - 1);
        }
        Files.writeString(directory.resolve("ledger"), "T 0123 cut o", StandardOpenOption.APPEND);
        open();
        assertThat(spool.settled(settled.key())).isTrue();
        assertThat(spool.pending()).isEmpty();
        assertThat(batches()).isEmpty();
        spool.settle(add("b", "two"), List.of());
        reopen();
        assertThat(spool.settled()).hasSize(2);
    }

    @Test
    void shouldLeaveOutAMailThatTheDiskNeverGot() throws IOException {
        add("a", "one");
        SpooledMail lost = add("b", "two");
        add("c", "three");
        spool.close();
        try (FileChannel batch = FileChannel.open(lost.batch(), StandardOpenOption.WRITE)) {
            batch.write(ByteBuffer.wrap(new byte[3]), lost.offset());
        }
        open();
        assertThat(spool.pending()).hasSize(2);
        assertThat(text(spool.pending().get(0))).isEqualTo("one");
        assertThat(text(spool.pending().get(1))).isEqualTo("three");
    }

    @Test
    void shouldNotProcessAgainWhatWasSettledJustBeforeACrash() throws IOException {
        spool.settle(add("a", "one"), List.of());
        assertThat(batches()).hasSize(1);
        reopen();
        assertThat(spool.pending()).isEmpty();
        assertThat(batches()).isEmpty();
    }

    @Test
    void shouldFreeThePlaceOfWhatIsSettledAndKeepWhatWaits() throws IOException {
        SpooledMail first = add("a", "one");
        add("b", "two");
        SpooledMail third = add("c", "three");
        spool.sync();
        add("d", "four");
        spool.settle(first, List.of());
        spool.settle(third, List.of());
        long before = Files.size(first.batch());
        spool.commit();
        assertThat(Files.size(first.batch())).isLessThan(before / 2);
        assertThat(text(spool.pending().get(0))).isEqualTo("two");
        List<SpooledMail> pending = spool.pending();
        reopen();
        assertThat(spool.pending()).isEqualTo(pending).hasSize(2);
        for (SpooledMail mail : spool.pending()) {
            spool.settle(mail, List.of());
        }
        spool.commit();
        assertThat(batches()).isEmpty();
    }

    @Test
    void shouldDiscardAtOnceWhateverWasAddedSince() throws IOException {
        SpooledMail first = add("a", "one");
        SpooledMail second = add("b", "two");
        spool.discard(second);
        add("c", "three");
        spool.discard(first);
        reopen();
        assertThat(spool.pending()).hasSize(1);
        assertThat(text(spool.pending().get(0))).isEqualTo("three");
    }

    @Test
    void shouldNotBringBackWhatIsGone() throws IOException {
        SpooledMail mail = add("a", "one");
        spool.settle(mail, List.of());
        spool.gone(List.of(mail.key()));
        reopen();
        assertThat(spool.pending()).isEmpty();
    }

    @Test
    void shouldHaveEachMailOnce() throws IOException {
        SpooledMail mail = add("a", "one");
        assertThat(add("a", "one")).isEqualTo(mail);
        spool.sync();
        assertThat(add("a", "one")).isEqualTo(mail);
        spool.commit();
        assertThat(batches()).hasSize(1);
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
        spool.gone(List.of(mail.key()));
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
    void shouldRemoveTheOldestOfTheQuarantineWhenItIsFullAndWhatIsTooOld() throws IOException {
        spool.close();
        MailLimits limits = MailLimits.from(Settings.of(Map.of("quarantine-bytes", "65536", "quarantine-age", "30d")));
        Instant begin = now;
        // Each takes 3 blocks for the mail and 1 for the reason, so the 65,536 bytes hold 4.
        for (int i = 0; i < 10; i++) {
            now = begin.plusSeconds(i);
            spool = Spool.open(directory, WEEK, limits, Clock.fixed(now, ZoneOffset.UTC));
            SpooledMail mail = add("mail " + i, "x".repeat(10_000));
            spool.quarantine(mail, "because");
            // Opening reads the age from the file.
            Files.setLastModifiedTime(
                    directory
                            .resolve("quarantine")
                            .resolve(mail.key().id() + "-" + mail.key().digest() + ".reason"),
                    FileTime.from(now));
            spool.close();
        }
        assertThat(quarantine(".eml"))
                .extracting(file -> file.getFileName().toString().split("-", 2)[0])
                .containsExactlyInAnyOrder(
                        MailKey.id("mail 6"), MailKey.id("mail 7"), MailKey.id("mail 8"), MailKey.id("mail 9"));
        assertThat(quarantine(".reason")).hasSize(4);

        now = begin.plus(Duration.ofDays(30)).plusSeconds(8);
        spool = Spool.open(directory, WEEK, limits, Clock.fixed(now, ZoneOffset.UTC));
        assertThat(spool.quarantined()).isEqualTo(2);
        assertThat(quarantine(".eml")).hasSize(2);
    }

    @Test
    void shouldKeepOnlyTheBeginningOfAMailThatTheQuarantineHasNoSpaceFor() throws IOException {
        spool.close();
        MailLimits limits = MailLimits.from(Settings.of(Map.of("quarantine-bytes", "65536")));
        spool = Spool.open(directory, WEEK, limits, Clock.fixed(now, ZoneOffset.UTC));
        spool.quarantine(add("large", "x".repeat(1_000_000)), "because");

        assertThat(quarantine(".eml")).isEmpty();
        assertThat(quarantine(".header"))
                .singleElement()
                .extracting(Path::toFile)
                .extracting(File::length)
                .isEqualTo(32_768L);
        assertThat(spool.quarantined()).isEqualTo(1);
    }

    private List<Path> quarantine(String kind) throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("quarantine"))) {
            return files.filter(file -> file.toString().endsWith(kind)).toList();
        }
    }

    @Test
    void shouldBeOpenOnce() {
        assertThatThrownBy(() -> Spool.open(directory, WEEK, MailLimits.ofDefaults(), Clock.systemUTC()))
                .hasMessageContaining("is in use");
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
                ledger.gone(List.of(key));
            }
            ledger.tidy();
        }
        assertThat(own.resolve("ledger")).content().isBlank().hasSizeLessThan(300_000);
    }
}
