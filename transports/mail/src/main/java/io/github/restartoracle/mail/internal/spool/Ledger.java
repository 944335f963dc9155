package io.github.restartoracle.mail.internal.spool;

import io.github.restartoracle.wsrm.internal.log.Logs;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;

/**
 * The record of settled and remembered mails: a file that only grows, and is rewritten when most of it is past. A line that a
 * crash cut off counts as not written. Empty lines are reserved at its end, so that mails can still be settled, which frees
 * disk space, when the disk is full.
 *
 * <p>Lines: {@code T id digest octets seconds} settled, {@code G id digest} gone from the mailbox, {@code R hash seconds}
 * remembered, {@code A id digest} an attempt began; each ends in {@code ;}.
 *
 * <p>Not thread-safe.
 */
final class Ledger implements Closeable {
    private static final Logger LOG = Logs.of(Ledger.class);

    /**
     * The maximum number of entries; beyond it the oldest are forgotten, so that memory stays bounded (about 100 bytes each).
     */
    static final int MAX_REMEMBERED = 500_000;

    private static final int MIN_COMPACTED = 20_000;
    private static final int RESERVE = 256 << 10;

    private final Path directory;
    private final Path file;
    private final Clock clock;
    private final Duration memory;
    private final Map<MailKey, Tombstone> tombstones = new LinkedHashMap<>();
    private final Map<String, Set<MailKey>> byId = new HashMap<>();
    private final LinkedHashMap<String, Long> remembered = new LinkedHashMap<>();
    private final Map<MailKey, Integer> attempts = new HashMap<>();
    private FileChannel channel;
    private boolean forced = true;
    private int lines;
    private long end;
    private long reserved;

    private record Tombstone(long octets, long seconds) {}

    Ledger(Path directory, Duration memory, Clock clock) throws IOException {
        this.directory = directory;
        this.file = directory.resolve("ledger");
        this.memory = memory;
        this.clock = clock;
        String text = Files.exists(file) ? Files.readString(file, StandardCharsets.ISO_8859_1) : "";
        text.lines().forEach(this::replay);
        channel = open(text);
        // The last line that a former process wrote may lack its end.
        write("\n");
    }

    private FileChannel open(String text) throws IOException {
        try {
            return rewrite();
        } catch (IOException full) {
            if (text.isEmpty()) {
                throw full;
            }
            LOG.warn("Could not compact the ledger {}; it is used uncompacted: {}", file, full.toString());
            end = text.stripTrailing().length();
            reserved = text.length();
            return FileChannel.open(file, StandardOpenOption.WRITE);
        }
    }

    private void replay(String line) {
        if (!line.endsWith(";")) {
            return;
        }
        String[] words = line.substring(0, line.length() - 1).split(" ", -1);
        try {
            switch (words[0]) {
                case "T" ->
                    bury(
                            new MailKey(words[1], words[2]),
                            new Tombstone(Long.parseLong(words[3]), Long.parseLong(words[4])));
                case "G" -> forget(new MailKey(words[1], words[2]));
                case "R" -> remember(words[1], Long.parseLong(words[2]));
                case "A" -> attempts.merge(new MailKey(words[1], words[2]), 1, Integer::sum);
                default -> {
                    // a line of a later version
                }
            }
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException garbled) {
            // a line that was cut off and continued
        }
    }

    private void bury(MailKey key, Tombstone tombstone) {
        tombstones.put(key, tombstone);
        byId.computeIfAbsent(key.id(), id -> new HashSet<>()).add(key);
        attempts.remove(key);
    }

    private void forget(MailKey key) {
        tombstones.remove(key);
        Set<MailKey> same = byId.get(key.id());
        if (same != null && same.remove(key) && same.isEmpty()) {
            byId.remove(key.id());
        }
    }

    private void remember(String hash, long seconds) {
        remembered.remove(hash);
        remembered.put(hash, seconds);
        if (remembered.size() > MAX_REMEMBERED) {
            Iterator<String> oldest = remembered.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
    }

    /** Settles a mail, durably with the next {@link #force}, and remembers its other names. */
    void settle(MailKey key, long octets, Collection<String> hashes) throws IOException {
        long now = clock.instant().getEpochSecond();
        StringBuilder text = new StringBuilder();
        text.append(line(key, new Tombstone(octets, now)));
        hashes.forEach(hash -> text.append(line(hash, now)));
        write(text.toString());
        forced = false;
        bury(key, new Tombstone(octets, now));
        hashes.forEach(hash -> remember(hash, now));
    }

    void force() throws IOException {
        if (!forced) {
            channel.force(false);
            forced = true;
        }
    }

    private static String line(MailKey key, Tombstone tombstone) {
        return "T " + key.id() + " " + key.digest() + " " + tombstone.octets + " " + tombstone.seconds + ";\n";
    }

    private static String line(String hash, long seconds) {
        return "R " + hash + " " + seconds + ";\n";
    }

    boolean settled(MailKey key) {
        return tombstones.containsKey(key);
    }

    /** Returns the settled mails under a hash of a unique id. */
    Set<MailKey> settled(String id) {
        return Set.copyOf(byId.getOrDefault(id, Set.of()));
    }

    Set<MailKey> settled() {
        return Set.copyOf(tombstones.keySet());
    }

    long octets(MailKey key) {
        Tombstone tombstone = tombstones.get(key);
        return tombstone == null ? -1 : tombstone.octets;
    }

    /** Notes mails that are gone. Not forced: if the note is lost, the next listing leads to it again. */
    void gone(Collection<MailKey> keys) throws IOException {
        StringBuilder text = new StringBuilder();
        keys.forEach(key -> text.append("G ")
                .append(key.id())
                .append(' ')
                .append(key.digest())
                .append(";\n"));
        write(text.toString());
        keys.forEach(this::forget);
    }

    boolean remembers(String hash) {
        Long seconds = remembered.get(hash);
        return seconds != null && !expired(seconds);
    }

    private boolean expired(long seconds) {
        return clock.instant().getEpochSecond() - seconds > memory.toSeconds();
    }

    /** Counts an attempt so that it survives this process, though not the machine. */
    int attempt(MailKey key) throws IOException {
        write("A " + key.id() + " " + key.digest() + ";\n");
        return attempts.merge(key, 1, Integer::sum);
    }

    private void write(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        if (reserved - end - bytes.length < RESERVE / 2) {
            reserve();
        }
        Spool.write(channel, bytes, end);
        end += bytes.length;
        lines += (int) text.chars().filter(c -> c == '\n').count();
    }

    private void reserve() {
        reserved = Math.max(reserved, end);
        byte[] lineEnds = new byte[(int) (end + RESERVE - reserved)];
        Arrays.fill(lineEnds, (byte) '\n');
        try {
            Spool.write(channel, lineEnds, reserved);
            reserved += lineEnds.length;
        } catch (IOException full) {
            LOG.debug("Could not reserve space in the ledger", full);
        }
    }

    /** Rewrites the file if most of it is past. */
    void tidy() throws IOException {
        if (lines > MIN_COMPACTED && lines > 4 * (tombstones.size() + remembered.size())) {
            FileChannel former = channel;
            channel = rewrite();
            former.close();
        }
    }

    private FileChannel rewrite() throws IOException {
        remembered.values().removeIf(this::expired);
        List<String> text = new ArrayList<>();
        tombstones.forEach((key, tombstone) -> text.add(line(key, tombstone)));
        remembered.forEach((hash, seconds) -> text.add(line(hash, seconds)));
        attempts.forEach((key, count) -> {
            for (int i = 0; i < count; i++) {
                text.add("A " + key.id() + " " + key.digest() + ";\n");
            }
        });
        Path fresh = directory.resolve("ledger.new");
        try (FileChannel target = FileChannel.open(
                fresh, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            target.write(ByteBuffer.wrap(String.join("", text).getBytes(StandardCharsets.ISO_8859_1)));
            target.force(true);
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        Spool.force(directory);
        forced = true;
        lines = text.size();
        end = Files.size(file);
        reserved = end;
        return FileChannel.open(file, StandardOpenOption.WRITE);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
