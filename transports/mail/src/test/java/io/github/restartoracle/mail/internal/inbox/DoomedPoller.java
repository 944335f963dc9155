package io.github.restartoracle.mail.internal.inbox;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.LockSupport;

/** A process that polls once and, at a given step, prints the step and waits to be killed. */
final class DoomedPoller {
    private DoomedPoller() {}

    /**
     * Runs a poller. The arguments are port, directory of the spool, file that the application writes to, step, and which
     * occurrence of the step.
     */
    public static void main(String[] args) throws IOException {
        try (PollFixture fixture = new PollFixture(Path.of(args[1]))) {
            fixture.port = Integer.parseInt(args[0]);
            Path delivered = Path.of(args[2]);
            fixture.receiver = mail -> deliver(mail, delivered);
            int[] left = {Integer.parseInt(args[4])};
            fixture.onStep = step -> {
                if (step.equals(args[3]) && --left[0] == 0) {
                    System.out.println(step);
                    while (true) {
                        LockSupport.park();
                    }
                }
            };
            fixture.start().poll();
            System.out.println("done");
        }
    }

    /** Delivers a mail to the application, whose effect is durable when this returns. */
    static MailOutcome deliver(ReceivedMail mail, Path delivered) throws IOException {
        try (InputStream in = mail.stream()) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            String id = text.replaceAll("(?s).*<wsa:MessageID>(.*)</wsa:MessageID>.*", "$1");
            Files.writeString(
                    delivered,
                    id + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND,
                    StandardOpenOption.SYNC);
        }
        return MailOutcome.ACCEPT;
    }
}
