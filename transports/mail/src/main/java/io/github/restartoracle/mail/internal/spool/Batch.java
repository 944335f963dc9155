package io.github.restartoracle.mail.internal.spool;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file that mails are appended to, so that one fsync makes many of them durable. Each mail follows a line with its name and
 * its size, which is written when the mail is complete.
 *
 * <p>Not thread-safe.
 */
final class Batch implements Closeable {
    private static final Pattern LINE = Pattern.compile("([0-9a-f]{32}) ([0-9a-f]{64}) ([0-9]{18})\n");
    private static final int LINE_OCTETS = 32 + 1 + 64 + 1 + 18 + 1;

    private final Path file;
    private final FileChannel channel;
    private long end;

    Batch(Path file) throws IOException {
        this.file = file;
        this.channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
    }

    /** Returns the octets that a mail takes in the file. */
    static long size(SpooledMail mail) {
        return LINE_OCTETS + mail.octets();
    }

    Path file() {
        return file;
    }

    long size() {
        return end;
    }

    /** Appends a mail, or leaves the file as it is if the source fails. */
    SpooledMail append(String id, Spool.Source source) throws IOException {
        MessageDigest digest = MailKey.sha256();
        boolean whole = false;
        try {
            long offset = end + LINE_OCTETS;
            channel.position(offset);
            source.writeTo(new DigestOutputStream(Channels.newOutputStream(channel), digest));
            long octets = channel.position() - offset;
            MailKey key = new MailKey(id, HexFormat.of().formatHex(digest.digest()));
            Spool.write(channel, line(key, octets).getBytes(StandardCharsets.US_ASCII), end);
            end = offset + octets;
            whole = true;
            return new SpooledMail(key, file, offset, octets);
        } finally {
            if (!whole) {
                channel.truncate(end);
            }
        }
    }

    private static String line(MailKey key, long octets) {
        return String.format(Locale.ROOT, "%s %s %018d\n", key.id(), key.digest(), octets);
    }

    /** Removes a mail if it is the one that was appended last. */
    boolean takeBack(SpooledMail mail) throws IOException {
        if (!mail.batch().equals(file) || mail.offset() + mail.octets() != end) {
            return false;
        }
        end -= size(mail);
        channel.truncate(end);
        return true;
    }

    void force() throws IOException {
        channel.force(false);
    }

    /** Returns the mails in a file that are complete. */
    static List<SpooledMail> read(Path file) throws IOException {
        List<SpooledMail> mails = new ArrayList<>();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long at = 0;
            SpooledMail mail;
            while ((mail = at(channel, file, at)) != null) {
                if (isWhole(mail)) {
                    mails.add(mail);
                }
                at += size(mail);
            }
        }
        return mails;
    }

    private static @Nullable SpooledMail at(FileChannel channel, Path file, long position) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(LINE_OCTETS);
        channel.read(bytes, position);
        Matcher line = LINE.matcher(new String(bytes.array(), StandardCharsets.US_ASCII));
        return line.matches()
                ? new SpooledMail(
                        new MailKey(line.group(1), line.group(2)),
                        file,
                        position + LINE_OCTETS,
                        Long.parseLong(line.group(3)))
                : null;
    }

    /** Checks the digest: a machine that crashed may have written the line and not the mail. */
    private static boolean isWhole(SpooledMail mail) throws IOException {
        MessageDigest digest = MailKey.sha256();
        try (InputStream in = new DigestInputStream(mail.open(), digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        return HexFormat.of().formatHex(digest.digest()).equals(mail.key().digest());
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
