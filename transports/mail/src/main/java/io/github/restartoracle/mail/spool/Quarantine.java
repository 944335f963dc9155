package io.github.restartoracle.mail.spool;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;

/** What cannot be processed, each with the reason beside it. What is kept is durable when a method returns. */
final class Quarantine {
    private static final String REASON = ".reason";

    private final Path directory;

    Quarantine(Path directory) {
        this.directory = directory;
    }

    void keep(SpooledMail mail, String reason) throws IOException {
        try (InputStream in = mail.open()) {
            keep(mail.key().id() + "-" + mail.key().digest(), ".eml", in::transferTo, reason);
        }
    }

    /** Of a mail that is too large to be read. */
    void keepHeader(String id, long octets, byte[] header, String reason) throws IOException {
        keep(id + "-" + octets, ".header", target -> target.write(header), reason);
    }

    private void keep(String name, String kind, Spool.Source content, String reason) throws IOException {
        write(directory.resolve(name + kind), content);
        byte[] line = (reason + "\n").getBytes(StandardCharsets.UTF_8);
        write(directory.resolve(name + REASON), target -> target.write(line));
        Spool.force(directory);
    }

    /** Anew if it is there already: a crash came before the mail was settled. */
    private static void write(Path file, Spool.Source content) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            content.writeTo(Channels.newOutputStream(channel));
            channel.force(true);
        }
    }

    long size() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(REASON)).count();
        }
    }
}
