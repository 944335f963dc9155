package io.github.restartoracle.mail.internal.spool;

import io.github.restartoracle.mail.internal.account.MailLimits;
import io.github.restartoracle.wsrm.internal.log.Logs;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.Logger;

/**
 * Mails that cannot be processed, each with the reason beside it. A mail that is kept is durable when a method returns.
 * Bounded in bytes and age: the oldest is removed for a new one.
 *
 * <p>Not thread-safe.
 */
final class Quarantine {
    private static final Logger LOG = Logs.of(Quarantine.class);
    private static final String REASON = ".reason";
    private static final List<String> KINDS = List.of(".eml", ".header", REASON);

    /** The minimum size of a file on the disk. */
    private static final long BLOCK = 4096;

    private record Kept(String name, long octets, Instant since) {}

    private final Path directory;
    private final MailLimits limits;
    private final Clock clock;
    /** The kept mails, oldest first. */
    private final Map<String, Kept> kept = new LinkedHashMap<>();

    private long octets;

    Quarantine(Path directory, MailLimits limits, Clock clock) throws IOException {
        this.directory = directory;
        this.limits = limits;
        this.clock = clock;
        List<Kept> found = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(REASON)) {
                    String stem = name.substring(0, name.length() - REASON.length());
                    found.add(new Kept(
                            stem, size(stem), Files.getLastModifiedTime(file).toInstant()));
                }
            }
        }
        found.sort(Comparator.comparing(Kept::since));
        found.forEach(this::count);
        tidy();
    }

    private long size(String stem) throws IOException {
        long size = 0;
        for (String kind : KINDS) {
            Path file = directory.resolve(stem + kind);
            size += Files.exists(file) ? onDisk(Files.size(file)) : 0;
        }
        return size;
    }

    private static long onDisk(long size) {
        return (size / BLOCK + 1) * BLOCK;
    }

    private void count(Kept one) {
        Kept former = kept.put(one.name, one);
        octets += one.octets - (former == null ? 0 : former.octets);
    }

    /** Keeps a mail, or the beginning of one that is larger than half of the quarantine. */
    void keep(SpooledMail mail, String reason) throws IOException {
        long whole = mail.octets();
        long taken = Math.min(whole, limits.quarantineBytes() / 2);
        try (InputStream in = new Section(mail.batch(), mail.offset(), taken)) {
            keep(
                    mail.key().id() + "-" + mail.key().digest(),
                    taken == whole ? ".eml" : ".header",
                    taken,
                    target -> {
                        if (in.transferTo(target) < taken) {
                            throw new EOFException("a spooled mail is truncated");
                        }
                    },
                    reason);
        }
    }

    /** Keeps the header of a mail that is too large to be read. */
    void keepHeader(String id, long size, byte[] header, String reason) throws IOException {
        keep(id + "-" + size, ".header", header.length, target -> target.write(header), reason);
    }

    private void keep(String name, String kind, long size, Spool.Source content, String reason) throws IOException {
        byte[] line = (reason + "\n").getBytes(StandardCharsets.UTF_8);
        long needed = onDisk(size) + onDisk(line.length);
        removeOldest(limits.quarantineBytes() - needed);
        write(directory.resolve(name + kind), content);
        write(directory.resolve(name + REASON), target -> target.write(line));
        Spool.force(directory);
        count(new Kept(name, needed, clock.instant()));
    }

    /** Writes a file. It may exist already if a crash came before the mail was settled. */
    private static void write(Path file, Spool.Source content) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            content.writeTo(Channels.newOutputStream(channel));
            channel.force(true);
        }
    }

    /** Removes the mails that are too old. */
    void tidy() throws IOException {
        removeOldest(limits.quarantineBytes());
    }

    private void removeOldest(long most) throws IOException {
        Instant eldest = clock.instant().minus(limits.quarantineAge());
        int removed = 0;
        for (Iterator<Kept> all = kept.values().iterator(); all.hasNext(); ) {
            Kept oldest = all.next();
            if (octets <= most && !oldest.since.isBefore(eldest)) {
                break;
            }
            for (String kind : KINDS) {
                Files.deleteIfExists(directory.resolve(oldest.name + kind));
            }
            octets -= oldest.octets;
            all.remove();
            removed++;
        }
        if (removed > 0) {
            LOG.warn(
                    "Removed the {} oldest mails from the quarantine {}, beyond limits.quarantine-bytes or"
                            + " limits.quarantine-age",
                    removed,
                    directory);
        }
    }

    int size() {
        return kept.size();
    }
}
