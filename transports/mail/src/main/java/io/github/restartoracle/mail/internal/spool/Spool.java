package io.github.restartoracle.mail.internal.spool;

import io.github.restartoracle.mail.internal.account.MailLimits;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The spool of one mailbox: a directory with the mails that are not yet settled, the ledger, and the quarantine. One process
 * may have it open at a time.
 *
 * <p>Waiting for the disk costs far more than writing a mail, so it is done for many mails at a time: {@link #sync} for added
 * mails, {@link #commit} for settled ones. Written data survive the process. A crash of the machine loses only data that were
 * not yet made durable; these mails are still in the mailbox.
 *
 * <p>Not thread-safe.
 */
public final class Spool implements AutoCloseable {
    private final Path mails;
    private final Batches batches;
    private final Quarantine quarantine;
    private final FileChannel lockFile;
    private final FileLock lock;
    private final Ledger ledger;
    private final Map<MailKey, SpooledMail> pending = new LinkedHashMap<>();
    private long pendingOctets;

    private Spool(Path directory, Duration memory, MailLimits limits, Clock clock) throws IOException {
        mails = privateDirectory(directory.resolve("mails"));
        lockFile = FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        lock = lock(lockFile, directory);
        quarantine = new Quarantine(privateDirectory(directory.resolve("quarantine")), limits, clock);
        ledger = new Ledger(directory, memory, clock);
        batches = new Batches(mails);
        batches.recover(mail -> !ledger.settled(mail.key()) && enter(mail) == null);
        commit();
    }

    /** Adds a mail; returns the equal one that is there already, or null. */
    private @Nullable SpooledMail enter(SpooledMail mail) {
        SpooledMail present = pending.putIfAbsent(mail.key(), mail);
        pendingOctets += present == null ? mail.octets() : 0;
        return present;
    }

    private void remove(SpooledMail mail) {
        if (pending.remove(mail.key()) != null) {
            pendingOctets -= mail.octets();
        }
    }

    /**
     * Opens a spool, creating its directories and files if they are missing.
     *
     * @param directory a directory of its own; only the owner may read it, if the file system knows owners
     * @param memory time for which {@linkplain #settle remembered} hashes are known
     * @param limits bounds of the quarantine
     * @param clock tells the time
     * @throws IOException if it cannot be written or another process has it open
     */
    public static Spool open(Path directory, Duration memory, MailLimits limits, Clock clock) throws IOException {
        return new Spool(privateDirectory(directory), memory, limits, clock);
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
            // reported below
        }
        if (lock == null) {
            file.close();
            throw new IOException("the spool " + directory + " is in use; give each process its own spool-directory");
        }
        return lock;
    }

    static void force(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Writes all bytes at a place of a file. */
    static void write(FileChannel channel, byte[] bytes, long position) throws IOException {
        ByteBuffer left = ByteBuffer.wrap(bytes);
        while (left.hasRemaining()) {
            channel.write(left, position + left.position());
        }
    }

    /** Writes a mail. */
    @FunctionalInterface
    public interface Source {
        /**
         * Writes all bytes of the mail, or fails, in which case no mail is spooled.
         *
         * @throws IOException if that is not possible
         */
        void writeTo(OutputStream target) throws IOException;
    }

    /**
     * Spools a mail, durably with the next {@link #commit}.
     *
     * @param id the hash of its unique id
     * @return the mail; the one that is there already if it is the same
     * @throws IOException as the source throws, or if the bytes cannot be written
     */
    public SpooledMail add(String id, Source source) throws IOException {
        SpooledMail mail = batches.add(id, source);
        SpooledMail present = enter(mail);
        if (present != null) {
            batches.takeBack(mail);
            return present;
        }
        return mail;
    }

    /** Returns whether about 8 MiB were added since the last {@link #commit}, and should be processed first. */
    public boolean isBatchFull() {
        return batches.isFull();
    }

    /**
     * Makes spooled mails durable.
     *
     * @throws IOException if they cannot be written
     */
    public void sync() throws IOException {
        batches.sync();
    }

    /**
     * Makes durable which mails are spooled and which are settled; settled ones may then be deleted from the mailbox. Their
     * space on the disk is free after that.
     *
     * @throws IOException if that cannot be written
     */
    public void commit() throws IOException {
        batches.sync();
        ledger.force();
        batches.release(pending(), moved -> pending.put(moved.key(), moved));
    }

    /** Returns the mails that are not yet settled, in the order of their arrival. */
    public List<SpooledMail> pending() {
        return List.copyOf(pending.values());
    }

    /** Returns the octets of the mails that are not yet settled. */
    public long pendingOctets() {
        return pendingOctets;
    }

    /**
     * Settles a mail: with the next {@link #commit} it may be deleted from the mailbox. A copy with the same key or with one of
     * the same hashes is known from now on.
     *
     * @param hashes its other names, hexadecimal
     * @throws IOException if that cannot be written; the mail is still pending
     */
    public void settle(SpooledMail mail, Collection<String> hashes) throws IOException {
        ledger.settle(mail.key(), mail.octets(), hashes);
        remove(mail);
        batches.past(mail);
    }

    /**
     * Removes a mail that is not reliable; it is still in the mailbox.
     *
     * @throws IOException if it cannot be taken out
     */
    public void discard(SpooledMail mail) throws IOException {
        remove(mail);
        if (!batches.takeBack(mail)) {
            batches.past(mail);
            commit();
        }
    }

    /**
     * Puts a mail into the quarantine, durably, with the reason beside it, and settles it.
     *
     * @param reason the reason, without any of its content
     * @throws IOException if that cannot be written; the mail is still pending
     */
    public void quarantine(SpooledMail mail, String reason) throws IOException {
        quarantine.keep(mail, reason);
        settle(mail, List.of());
    }

    /**
     * Settles a mail that was not read because it is too large. Only the reason and its header are kept.
     *
     * @param id the hash of its unique id
     * @param octets its size, as the server says
     * @param header the part of it that was read
     * @throws IOException if that cannot be written
     */
    public void quarantineUnread(String id, long octets, byte[] header, String reason) throws IOException {
        quarantine.keepHeader(id, octets, header, reason);
        ledger.settle(new MailKey(id, MailKey.UNREAD), octets, List.of());
    }

    /** Returns whether this very mail is settled and not yet {@linkplain #gone gone}. */
    public boolean settled(MailKey key) {
        return ledger.settled(key);
    }

    /** Returns the settled mails under the hash of a unique id that are not known to be gone. */
    public Set<MailKey> settled(String id) {
        return ledger.settled(id);
    }

    /** Returns the settled mails that are not known to be gone. */
    public Set<MailKey> settled() {
        return ledger.settled();
    }

    /** Returns the octets of a settled mail, -1 if it is not settled. */
    public long octets(MailKey key) {
        return ledger.octets(key);
    }

    /** Forgets settled mails that a complete listing of the mailbox lacks. */
    public void gone(Collection<MailKey> keys) throws IOException {
        if (batches.hasPast()) {
            // Their bytes may still be in a file here, and without their tombstones a crash would restore them.
            commit();
        }
        ledger.gone(keys);
    }

    /** Returns whether a hash was remembered with a settled mail, not too long ago. */
    public boolean remembers(String hash) {
        return ledger.remembers(hash);
    }

    /**
     * Counts an attempt to process a mail, also over a crash of this process.
     *
     * @return 1 for the first
     * @throws IOException if that cannot be written
     */
    public int attempt(MailKey key) throws IOException {
        return ledger.attempt(key);
    }

    /** Returns the number of mails in the quarantine. */
    public int quarantined() {
        return quarantine.size();
    }

    /**
     * Forgets past entries, from time to time.
     *
     * @throws IOException if the ledger cannot be rewritten, or the quarantine not be emptied
     */
    public void tidy() throws IOException {
        quarantine.tidy();
        ledger.tidy();
    }

    @Override
    public void close() throws IOException {
        batches.close();
        ledger.close();
        lock.release();
        lockFile.close();
    }
}
