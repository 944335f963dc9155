package io.github.restartoracle.harness.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A program for a node: submits a mail every half second for so many seconds, and waits for so many more. Writes one line per
 * mail: its number and the time at which its own server had accepted it, in milliseconds since time 0.
 */
public final class MailSource {
    private static final long INTERVAL_NANOS = 500_000_000;

    private MailSource() {}

    public static void main(String... args) throws IOException {
        TestbedNode node = TestbedNode.current();
        Mailbox own = node.mailbox();
        node.ready();
        long start = node.awaitStart();
        StringBuilder lines = new StringBuilder();
        int mails = 2 * Integer.parseInt(args[0]);
        for (int i = 0; i < mails; i++) {
            await(start + i * INTERVAL_NANOS);
            String answer = Dialogue.submit(own, own.address(), node.peerMailAddress(), "Subject: " + i + "\r\n");
            if (!answer.startsWith("250")) {
                throw new IOException(answer);
            }
            lines.append(i + " " + (System.nanoTime() - start) / 1_000_000 + "\n");
        }
        await(start
                + mails * INTERVAL_NANOS
                + Duration.ofSeconds(Long.parseLong(args[1])).toNanos());
        Files.writeString(node.output().resolve("submitted.txt"), lines);
    }

    private static void await(long nanos) {
        while (nanos - System.nanoTime() > 0) {
            LockSupport.parkNanos(nanos - System.nanoTime());
        }
    }
}
