package io.github.restartoracle.mail.internal.inbox;

import static io.github.restartoracle.mail.internal.inbox.ServerCases.abort;
import static io.github.restartoracle.mail.internal.inbox.ServerCases.answering;
import static io.github.restartoracle.mail.internal.inbox.ServerCases.failure;
import static io.github.restartoracle.mail.internal.inbox.ServerCases.heals;
import static io.github.restartoracle.mail.internal.inbox.ServerCases.saying;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.mail.internal.wire.WireException.Reason;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Of the cases 106 to 136, servers that send too much, too slowly, or data that was not requested. */
final class FloodCases {
    private FloodCases() {}

    static List<ServerCase> all() {
        return List.of(
                new ServerCase(129, "slow-drip", f -> {
                    f.deadline = Duration.ofSeconds(2);
                    f.start();
                    f.server.add(Mails.good());
                    f.server.script = answering("RETR", 1, (command, talk) -> {
                        talk.send("+OK");
                        while (true) {
                            talk.raw("x");
                            LockSupport.parkNanos(20_000_000);
                        }
                    });
                    assertThat(failure(f)).isEqualTo(Reason.DEADLINE);
                    f.deadline = PollFixture.PATIENCE;
                    f.start();
                    heals(f, 1);
                }),
                new ServerCase(130, "banner-flood", f -> {
                    f.server.banner = "+OK " + "x".repeat(10 << 20);
                    assertThat(failure(f)).isEqualTo(Reason.PROTOCOL);
                }),
                new ServerCase(130, "listing-flood", f -> {
                    f.server.script = answering("LIST", 1, (command, talk) -> {
                        talk.send("+OK");
                        String line = "1".repeat(9) + " 1" + " ".repeat(60_000) + "\r\n";
                        while (true) {
                            talk.raw(line);
                        }
                    });
                    assertThat(failure(f)).isEqualTo(Reason.PROTOCOL);
                }),
                abort(133, "lone-cr-response", saying("LIST", 1, "+OK\rx\r\n"), Reason.PROTOCOL),
                abort(133, "unsolicited-line", saying("LIST", 1, "+OK\r\n.\r\n+OK surprise\r\n"), Reason.PROTOCOL));
    }
}
