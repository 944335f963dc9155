package io.github.restartoracle.harness.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.LockSupport;

/**
 * A program for a node: fetches the mails of its mailbox, some times a second. Writes one line per mail: its number and the
 * time at which it was fetched, in milliseconds since time 0.
 */
public final class MailDestination {
    private static final long POLL_NANOS = 300_000_000;

    private MailDestination() {}

    public static void main(String... args) throws IOException {
        TestbedNode node = TestbedNode.current();
        node.ready();
        long start = node.awaitStart();
        StringBuilder lines = new StringBuilder();
        while (true) {
            try (Dialogue pop3 = Dialogue.pop3(node.mailbox())) {
                int mails = Integer.parseInt(pop3.say("STAT").split(" ", -1)[1]);
                for (int i = 1; i <= mails; i++) {
                    String subject = pop3.list("RETR " + i).stream()
                            .filter(line -> line.startsWith("Subject: "))
                            .findFirst()
                            .orElseThrow();
                    pop3.say("DELE " + i);
                    lines.append(subject.substring(9) + " " + (System.nanoTime() - start) / 1_000_000 + "\n");
                }
                pop3.say("QUIT");
            }
            Files.writeString(
                    node.output().resolve("taken.txt"), lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            lines.setLength(0);
            LockSupport.parkNanos(POLL_NANOS);
        }
    }
}
