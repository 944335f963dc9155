package io.github.restartoracle.mail.internal.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every hostile server: no mail is lost, delivered twice, or deleted before it is settled. */
@Timeout(60)
class ServerCorpusTest {
    @TempDir
    Path directory;

    static List<ServerCase> cases() {
        return ServerCases.all();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldSurvive(ServerCase hostile) throws IOException {
        PrintStream console = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try (PollFixture fixture = new PollFixture(directory)) {
            fixture.onStep = step -> {
                if (step.equals("dele")) {
                    assertThat(fixture.spool.pending()).isEmpty();
                }
            };
            hostile.course().run(fixture.start());
        } finally {
            System.setErr(console);
        }
        assertThat(log.toString(StandardCharsets.UTF_8))
                .doesNotContain("secret")
                .doesNotContain(Mails.SECRET);
    }
}
