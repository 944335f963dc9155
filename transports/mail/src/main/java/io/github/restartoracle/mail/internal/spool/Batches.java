package io.github.restartoracle.mail.internal.spool;

import io.github.restartoracle.wsrm.internal.log.Logs;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The files in which mails are spooled, of which the last one may grow. A file is rewritten when some of its mails are past and
 * others wait.
 *
 * <p>Not thread-safe.
 */
final class Batches implements Closeable {
    private static final Logger LOG = Logs.of(Batches.class);
    private static final Pattern NAME = Pattern.compile("([0-9]{12})\\.mails");
    private static final String PART = ".part";

    /** The approximate size that is fetched before it is processed, and rewritten when some of it waits. */
    private static final long MAX_OCTETS = 8 << 20;

    private final Path directory;
    /** Files with mails that do not wait any more. */
    private final Set<Path> past = new HashSet<>();

    private @Nullable Batch current;
    private long next;

    Batches(Path directory) {
        this.directory = directory;
    }

    /** Reads the mails that a former process has left; a mail that is not wanted does not wait any more. */
    void recover(Wanted wanted) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.sorted().toList()) {
                Matcher name = NAME.matcher(file.getFileName().toString());
                if (!name.matches()) {
                    // The mails of an unfinished file are still in the mailbox, or in the batch that it should replace.
                    Files.delete(file);
                    continue;
                }
                next = Math.max(next, Long.parseLong(name.group(1)) + 1);
                long octets = 0;
                for (SpooledMail mail : Batch.read(file)) {
                    octets += wanted.take(mail) ? Batch.size(mail) : 0;
                }
                if (octets != Files.size(file)) {
                    past.add(file);
                }
            }
        }
    }

    /** Decides about a mail of a former process. */
    @FunctionalInterface
    interface Wanted {
        boolean take(SpooledMail mail);
    }

    boolean isFull() {
        return current != null && current.size() >= MAX_OCTETS;
    }

    SpooledMail add(String id, Spool.Source source) throws IOException {
        if (isFull()) {
            sync();
        }
        if (current == null) {
            current = new Batch(directory.resolve(String.format(Locale.ROOT, "%012d.mails", next++)));
        }
        return current.append(id, source);
    }

    /** Removes a mail if it was the last that was added. */
    boolean takeBack(SpooledMail mail) throws IOException {
        return current != null && current.takeBack(mail);
    }

    /** Makes added mails durable. */
    void sync() throws IOException {
        if (current != null) {
            try (Batch full = current) {
                current = null;
                if (full.size() == 0) {
                    past.add(full.file());
                }
                full.force();
            }
            Spool.force(directory);
        }
    }

    void past(SpooledMail mail) {
        past.add(mail.batch());
    }

    boolean hasPast() {
        return !past.isEmpty();
    }

    /** Frees the disk space of past mails. A file that cannot be rewritten stays until its last mail is past. */
    void release(List<SpooledMail> waiting, Consumer<SpooledMail> moved) {
        for (Path batch : List.copyOf(past)) {
            try {
                release(batch, waiting, moved);
                past.remove(batch);
            } catch (IOException e) {
                LOG.warn("Could not compact the spool file {}; the next poll tries again: {}", batch, e.toString());
            }
        }
    }

    private static void release(Path batch, List<SpooledMail> waiting, Consumer<SpooledMail> moved) throws IOException {
        List<SpooledMail> left =
                waiting.stream().filter(mail -> mail.batch().equals(batch)).toList();
        if (left.isEmpty()) {
            Files.deleteIfExists(batch);
            return;
        }
        Path part = batch.resolveSibling(batch.getFileName() + PART);
        List<SpooledMail> rewritten = new ArrayList<>();
        try (Batch fresh = new Batch(part)) {
            for (SpooledMail mail : left) {
                try (InputStream in = mail.open()) {
                    SpooledMail copy = fresh.append(mail.key().id(), in::transferTo);
                    rewritten.add(new SpooledMail(copy.key(), batch, copy.offset(), copy.octets()));
                }
            }
            fresh.force();
        } catch (IOException e) {
            Files.deleteIfExists(part);
            throw e;
        }
        Files.move(part, batch, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        rewritten.forEach(moved);
    }

    @Override
    public void close() throws IOException {
        if (current != null) {
            current.close();
        }
    }
}
