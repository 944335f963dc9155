package io.github.restartoracle.mail.spool;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The spool of one mailbox: a directory with the mails that are not yet settled, the ledger, and the quarantine. One process
 * may have it open at a time.
 *
 * <p>To wait for the disk costs far more than to write a mail, so it is done for many at a time: {@link #sync} for what was
 * added, {@link #commit} for what was settled. What a process wrote survives the process; only a crash of the machine takes
 * what was not yet made durable, and that is still in the mailbox.
 *
 * <p>Not thread-safe.
 */
public final class Spool implements AutoCloseable {
    private static final Pattern NAME = Pattern.compile("([0-9]{12})\\.mails");
    private static final String PART = ".part";
    /** About as much is written anew when some mails of a batch are settled and others wait. */
    private static final long MAX_BATCH_OCTETS = 8 << 20;

    private final Path mails;
    private final Quarantine quarantine;
    private final FileChannel lockFile;
    private final FileLock lock;
    private final Ledger ledger;
    private final Map<MailKey, SpooledMail> pending = new LinkedHashMap<>();
    /** Batches with mails that are no longer pending. */
    private final Set<Path> past = new HashSet<>();

    private @Nullable Batch current;
    private long next;

    private Spool(Path directory, Duration memory, Clock clock) throws IOException {
        mails = privateDirectory(directory.resolve("mails"));
        quarantine = new Quarantine(privateDirectory(directory.resolve("quarantine")));
        lockFile = FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        lock = lock(lockFile, directory);
        ledger = new Ledger(directory, memory, clock);
        try (Stream<Path> files = Files.list(mails)) {
            for (Path file : files.sorted().toList()) {
                recover(file);
            }
        }
        commit();
    }

    private void recover(Path file) throws IOException {
        Matcher name = NAME.matcher(file.getFileName().toString());
        if (!name.matches()) {
            // Whatever was not finished is still in the mailbox, or in the batch that this was to replace.
            Files.delete(file);
            return;
        }
        next = Math.max(next, Long.parseLong(name.group(1)) + 1);
        long octets = 0;
        for (SpooledMail mail : Batch.read(file)) {
            if (!ledger.settled(mail.key()) && pending.putIfAbsent(mail.key(), mail) == null) {
                octets += Batch.size(mail);
            }
        }
        if (octets != Files.size(file)) {
            past.add(file);
        }
    }

    /**
     * Opens a spool, creating what is missing.
     *
     * @param directory where it is; only the owner may read it, if the file system knows owners
     * @param memory how long what was {@linkplain #settle remembered} is known
     * @param clock tells the time
     * @return the spool
     * @throws IOException if it cannot be written or another process has it open
     */
    public static Spool open(Path directory, Duration memory, Clock clock) throws IOException {
        return new Spool(privateDirectory(directory), memory, clock);
    }

    private static Path privateDirectory(Path directory) throws IOException {
        Files.createDirectories(directory);
        if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        }
        return directory;
    }

    private static FileLock lock(FileChannel file, Path directory) throws IOException {
        FileLock lock = null;
        try {
            lock = file.tryLock();
        } catch (OverlappingFileLockException here) {
            // told below
        }
        if (lock == null) {
            file.close();
            throw new IOException("the spool " + directory + " is in use");
        }
        return lock;
    }

    static void force(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Writes a mail. */
    @FunctionalInterface
    public interface Source {
        /**
         * Writes all bytes of the mail, or fails, in which case nothing is spooled.
         *
         * @param target takes the bytes
         * @throws IOException if that is not possible
         */
        void writeTo(OutputStream target) throws IOException;
    }

    /**
     * Spools a mail, durably with the next {@link #sync}.
     *
     * @param id the hash of its unique id
     * @param source its bytes
     * @return the mail; the one that is there already if it is the same
     * @throws IOException what the source throws, or if the bytes cannot be written
     */
    public SpooledMail add(String id, Source source) throws IOException {
        if (current != null && current.size() >= MAX_BATCH_OCTETS) {
            sync();
        }
        if (current == null) {
            current = new Batch(mails.resolve(String.format(Locale.ROOT, "%012d.mails", next++)));
        }
        SpooledMail mail = current.append(id, source);
        SpooledMail present = pending.putIfAbsent(mail.key(), mail);
        if (present != null) {
            current.takeBack(mail);
            return present;
        }
        return mail;
    }

    /**
     * Makes durable which mails are spooled.
     *
     * @throws IOException if they cannot be written
     */
    public void sync() throws IOException {
        if (current != null) {
            try (Batch full = current) {
                full.force();
                if (full.size() == 0) {
                    past.add(full.file());
                }
            }
            current = null;
            force(mails);
        }
    }

    /**
     * Makes durable which mails are settled; they may then be deleted from the mailbox. Their place on the disk is free after
     * that.
     *
     * @throws IOException if that cannot be written
     */
    public void commit() throws IOException {
        sync();
        ledger.force();
        for (Path batch : past) {
            release(batch);
        }
        past.clear();
    }

    /** Writes what is still pending of a batch anew, in its place. */
    private void release(Path batch) throws IOException {
        List<SpooledMail> left = pending.values().stream()
                .filter(mail -> mail.batch().equals(batch))
                .toList();
        if (left.isEmpty()) {
            Files.deleteIfExists(batch);
            return;
        }
        Path part = batch.resolveSibling(batch.getFileName() + PART);
        List<SpooledMail> moved = new ArrayList<>();
        try (Batch fresh = new Batch(part)) {
            for (SpooledMail mail : left) {
                try (InputStream in = mail.open()) {
                    moved.add(fresh.append(mail.key().id(), in::transferTo));
                }
            }
            fresh.force();
        }
        Files.move(part, batch, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        moved.forEach(
                mail -> pending.put(mail.key(), new SpooledMail(mail.key(), batch, mail.offset(), mail.octets())));
    }

    /**
     * The mails that are not yet settled, in the order of their arrival.
     *
     * @return a snapshot
     */
    public List<SpooledMail> pending() {
        return List.copyOf(pending.values());
    }

    /**
     * Settles a mail: with the next {@link #commit} it may be deleted from the mailbox. A copy with the same key or with one
     * of the same hashes is known from now on.
     *
     * @param mail the mail
     * @param hashes what else names it, hexadecimal
     * @throws IOException if that cannot be written; the mail is still pending
     */
    public void settle(SpooledMail mail, Collection<String> hashes) throws IOException {
        ledger.settle(mail.key(), mail.octets(), hashes);
        remove(mail);
    }

    private void remove(SpooledMail mail) {
        pending.remove(mail.key());
        past.add(mail.batch());
    }

    /**
     * Takes a mail out again that is not to be relied on; it is still in the mailbox.
     *
     * @param mail the mail
     * @throws IOException if it cannot be taken out
     */
    public void discard(SpooledMail mail) throws IOException {
        pending.remove(mail.key());
        if (current == null || !current.takeBack(mail)) {
            sync();
            release(mail.batch());
        }
    }

    /**
     * Puts a mail into the quarantine, durably, with the reason beside it, and settles it.
     *
     * @param mail the mail
     * @param reason why, without anything of its content
     * @throws IOException if that cannot be written; the mail is still pending
     */
    public void quarantine(SpooledMail mail, String reason) throws IOException {
        quarantine.keep(mail, reason);
        ledger.settle(mail.key(), mail.octets(), List.of());
        remove(mail);
    }

    /**
     * Settles a mail that was not read because it is too large. Only the reason and what could be read of it are kept.
     *
     * @param id the hash of its unique id
     * @param octets its size, as the server says
     * @param header what was read of it
     * @param reason why
     * @throws IOException if that cannot be written
     */
    public void quarantineUnread(String id, long octets, byte[] header, String reason) throws IOException {
        quarantine.keepHeader(id, octets, header, reason);
        ledger.settle(new MailKey(id, MailKey.UNREAD), octets, List.of());
    }

    /**
     * Whether this very mail is settled.
     *
     * @param key the mail
     * @return true until it is {@linkplain #gone gone}
     */
    public boolean settled(MailKey key) {
        return ledger.settled(key);
    }

    /**
     * The settled mails with one unique id.
     *
     * @param id its hash
     * @return those that are not known to be gone
     */
    public Set<MailKey> settled(String id) {
        return ledger.settled(id);
    }

    /**
     * The settled mails that are not known to be gone.
     *
     * @return a snapshot
     */
    public Set<MailKey> settled() {
        return ledger.settled();
    }

    /**
     * The size of a settled mail.
     *
     * @param key the mail
     * @return its octets, -1 if it is not settled
     */
    public long octets(MailKey key) {
        return ledger.octets(key);
    }

    /**
     * A complete listing of the mailbox lacks settled mails.
     *
     * @param keys the mails
     * @throws IOException if that cannot be written
     */
    public void gone(Collection<MailKey> keys) throws IOException {
        if (!past.isEmpty()) {
            // Their bytes may still be here, and without their tombstones a crash would bring them back.
            commit();
        }
        ledger.gone(keys);
    }

    /**
     * Whether a hash was remembered with a settled mail, not too long ago.
     *
     * @param hash hexadecimal
     * @return true if so
     */
    public boolean remembers(String hash) {
        return ledger.remembers(hash);
    }

    /**
     * Counts an attempt to process a mail, also over a crash of this process.
     *
     * @param key the mail
     * @return 1 for the first
     * @throws IOException if that cannot be written
     */
    public int attempt(MailKey key) throws IOException {
        return ledger.attempt(key);
    }

    /**
     * How many files are in the quarantine.
     *
     * @return mails, whole or not
     * @throws IOException if the directory cannot be read
     */
    public long quarantined() throws IOException {
        return quarantine.size();
    }

    /**
     * Forgets what is past, from time to time.
     *
     * @throws IOException if the ledger cannot be written anew
     */
    public void tidy() throws IOException {
        ledger.tidy();
    }

    @Override
    public void close() throws IOException {
        if (current != null) {
            current.close();
        }
        ledger.close();
        lock.release();
        lockFile.close();
    }
}
