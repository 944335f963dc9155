package io.github.restartoracle.mail.internal.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A spool on a file system of 1 MiB. A process in a name space of its own may mount it (Linux). */
@Timeout(120)
class FullDiskIT {
    private static final int MAILS = 40;

    @TempDir
    Path directory;

    private List<String> run(String command, String... arguments) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(
                List.of("unshare", "-Urm", "sh", "-c", "mount -t tmpfs -o size=1m none \"$0\" && exec " + command));
        words.add(directory.toString());
        words.addAll(List.of(arguments));
        Process process = new ProcessBuilder(words)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (InputStream said = process.getInputStream()) {
            List<String> lines = new String(said.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            assertThat(process.waitFor()).as("of %s", lines).isZero();
            return lines;
        } finally {
            process.destroyForcibly();
        }
    }

    private boolean canMount() throws InterruptedException {
        try {
            run("true");
            return true;
        } catch (IOException | AssertionError e) {
            return false;
        }
    }

    @Test
    void shouldDeliverWhatWaitsWhileTheDiskIsFullAndTheRestIntoTheRoomOfWhatIsDelivered()
            throws IOException, InterruptedException {
        assumeThat(canMount()).isTrue();
        try (ScriptedPop3 mailbox = new ScriptedPop3()) {
            for (int i = 0; i < MAILS; i++) {
                mailbox.add(Mails.bytes(Mails.soap(Mails.envelope().replace(Mails.SECRET, "x".repeat(64 << 10)))));
            }

            List<String> said = run(
                    "\"$@\"",
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    FullDiskPoller.class.getName(),
                    Integer.toString(mailbox.port()),
                    directory.toString());

            int waiting = number(said.get(0), "waiting ");
            assertThat(waiting).as("of %s", said).isBetween(2, MAILS / 2);
            assertThat(said.get(1)).startsWith("ballast ");
            assertThat(said.get(2)).isEqualTo("delivered " + waiting);
            assertThat(said.get(said.size() - 1))
                    .isEqualTo("end " + MAILS + " of " + MAILS + " with 0 left, 0 in quarantine");
            assertThat(mailbox.mails).isEmpty();
        }
    }

    private static int number(String line, String before) {
        assertThat(line).startsWith(before);
        return Integer.parseInt(line.substring(before.length()));
    }
}
