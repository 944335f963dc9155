package io.github.restartoracle.mail.internal.inbox;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A process that polls into a small file system: first with its service down, until the file system is full; then, after
 * another file has filled the rest, with the service up.
 */
final class FullDiskPoller {
    private FullDiskPoller() {}

    /** Runs the process. The arguments are the port and the directory of the file system. */
    public static void main(String[] args) throws IOException {
        Path disk = Path.of(args[1]);
        try (PollFixture fixture = new PollFixture(disk.resolve("spool"))) {
            fixture.port = Integer.parseInt(args[0]);
            MailReceiver works = fixture.receiver;
            fixture.receiver = mail -> {
                throw new IOException("the service is down");
            };
            fixture.start();
            fixture.tryPoll();
            System.out.println("waiting " + fixture.spool.pending().size());
            fill(disk.resolve("ballast"));
            fixture.receiver = works;
            // Each poll takes as many mails as there is room for.
            for (int polls = 0; polls < 10 && fixture.tryPoll(); polls++) {
                System.out.println("delivered " + fixture.delivered.size());
            }
            System.out.println("end " + fixture.delivered.stream().distinct().count() + " of "
                    + fixture.delivered.size() + " with "
                    + fixture.spool.pending().size() + " left, "
                    + fixture.count(MailOutcome.QUAR) + " in quarantine");
        }
    }

    private static void fill(Path ballast) throws IOException {
        try (OutputStream out = Files.newOutputStream(ballast)) {
            while (true) {
                out.write(new byte[1024]);
            }
        } catch (IOException full) {
            System.out.println("ballast " + Files.size(ballast));
        }
    }
}
