package io.github.restartoracle.mail.spool;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The spool of one mailbox: a directory with the mails that are not yet settled, the ledger, and the quarantine. One process
 * may have it open at a time.
 *
 * <p>Not thread-safe.
 */
public final class Spool implements AutoCloseable {
    private static final Pattern NAME = Pattern.compile("([0-9]{12})-([0-9a-f]{32})-([0-9a-f]{64})\\.eml");
    private static final String PART = ".part";

    private final Path mails;
    private final Path quarantine;
    private final FileChannel lockFile;
    private final FileLock lock;
    private final Ledger ledger;
    private final Map<MailKey, SpooledMail> pending = new LinkedHashMap<>();
    private long next;

    private Spool(Path directory, Duration memory, Clock clock) throws IOException {
        mails = privateDirectory(directory.resolve("mails"));
        quarantine = privateDirectory(directory.resolve("quarantine"));
        lockFile = FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        lock = lock(lockFile, directory);
        ledger = new Ledger(directory, memory, clock);
        try (Stream<Path> files = Files.list(mails)) {
            for (Path file : files.sorted().toList()) {
                recover(file);
            }
        }
    }

    private void recover(Path file) throws IOException {
        Matcher name = NAME.matcher(file.getFileName().toString());
        if (!name.matches()) {
            // Whatever was not finished is still in the mailbox.
            Files.delete(file);
            return;
        }
        next = Math.max(next, Long.parseLong(name.group(1)) + 1);
        MailKey key = new MailKey(name.group(2), name.group(3));
        if (ledger.settled(key)) {
            Files.delete(file);
        } else {
            pending.put(key, new SpooledMail(key, file, Files.size(file)));
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
     * Spools a mail. When this returns its bytes are durable; that they are here is with the next {@link #sync}.
     *
     * @param id the hash of its unique id
     * @param source its bytes
     * @return the mail; the one that is there already if it is the same
     * @throws IOException what the source throws, or if the bytes cannot be written
     */
    public SpooledMail add(String id, Source source) throws IOException {
        Path part = mails.resolve("incoming" + PART);
        MessageDigest digest = MailKey.sha256();
        long octets;
        try (FileChannel channel = FileChannel.open(
                        part,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE);
                OutputStream target = new DigestOutputStream(Channels.newOutputStream(channel), digest)) {
            source.writeTo(target);
            channel.force(true);
            octets = channel.size();
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(part);
            throw e;
        }
        MailKey key = new MailKey(id, HexFormat.of().formatHex(digest.digest()));
        SpooledMail present = pending.get(key);
        if (present != null) {
            Files.delete(part);
            return present;
        }
        Path file = mails.resolve(String.format(Locale.ROOT, "%012d-%s-%s.eml", next++, id, key.digest()));
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        SpooledMail mail = new SpooledMail(key, file, octets);
        pending.put(key, mail);
        return mail;
    }

    /**
     * Makes durable which mails are spooled.
     *
     * @throws IOException if the directory cannot be written
     */
    public void sync() throws IOException {
        force(mails);
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
     * Settles a mail: it may now be deleted from the mailbox, and a copy with the same key or with one of the same hashes is
     * known. When this returns that is durable.
     *
     * @param mail the mail
     * @param hashes what else names it, hexadecimal
     * @throws IOException if that cannot be written; the mail is still pending
     */
    public void settle(SpooledMail mail, Collection<String> hashes) throws IOException {
        ledger.settle(mail.key(), mail.octets(), hashes);
        pending.remove(mail.key());
        Files.deleteIfExists(mail.file());
    }

    /**
     * Takes a mail out again that is not to be relied on; it is still in the mailbox.
     *
     * @param mail the mail
     * @throws IOException if it cannot be deleted
     */
    public void discard(SpooledMail mail) throws IOException {
        pending.remove(mail.key());
        Files.deleteIfExists(mail.file());
    }

    /**
     * Puts a mail into the quarantine, with the reason beside it, and settles it.
     *
     * @param mail the mail
     * @param reason why, without anything of its content
     * @throws IOException if that cannot be written; the mail is still pending
     */
    public void quarantine(SpooledMail mail, String reason) throws IOException {
        String name = mail.key().id() + "-" + mail.key().digest();
        writeReason(name, reason);
        try {
            Files.move(
                    mail.file(),
                    quarantine.resolve(name + ".eml"),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (NoSuchFileException moved) {
            // before a crash
        }
        force(quarantine);
        ledger.settle(mail.key(), mail.octets(), List.of());
        pending.remove(mail.key());
    }

    private void writeReason(String name, String reason) throws IOException {
        Path file = quarantine.resolve(name + ".reason");
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap((reason + "\n").getBytes(StandardCharsets.UTF_8)));
            channel.force(true);
        }
    }

    /**
     * Settles a mail that was not read because it is too large: only the reason and what could be read of it are kept.
     *
     * @param id the hash of its unique id
     * @param octets its size, as the server says
     * @param header what was read of it
     * @param reason why
     * @throws IOException if that cannot be written
     */
    public void quarantineUnread(String id, long octets, byte[] header, String reason) throws IOException {
        String name = id + "-" + octets;
        writeReason(name, reason);
        try {
            Files.write(quarantine.resolve(name + ".header"), header, StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException same) {
            // before a crash
        }
        force(quarantine);
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
     * A complete listing of the mailbox lacks a settled mail.
     *
     * @param key the mail
     * @throws IOException if that cannot be written
     */
    public void gone(MailKey key) throws IOException {
        ledger.gone(key);
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
        try (Stream<Path> files = Files.list(quarantine)) {
            return files.filter(file -> file.toString().endsWith(".reason")).count();
        }
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
        ledger.close();
        lock.release();
        lockFile.close();
    }
}
