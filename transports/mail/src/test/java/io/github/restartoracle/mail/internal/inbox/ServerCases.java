package io.github.restartoracle.mail.internal.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.restartoracle.mail.internal.account.TlsMode;
import io.github.restartoracle.mail.internal.wire.WireException;
import io.github.restartoracle.mail.internal.wire.WireException.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Cases 106 to 136: servers that misbehave. */
final class ServerCases {
    private ServerCases() {}

    static List<ServerCase> all() {
        return Stream.of(numbers(), texts(), ends(), ids(), logins(), FloodCases.all())
                .flatMap(List::stream)
                .toList();
    }

    /** Returns a script that answers a command with a prefix, for the given number of times. */
    static ScriptedPop3.Script answering(String prefix, int times, ScriptedPop3.Script answer) {
        AtomicInteger left = new AtomicInteger(times);
        return (command, talk) ->
                command.startsWith(prefix) && left.getAndDecrement() > 0 && answer.handle(command, talk);
    }

    static ScriptedPop3.Script saying(String prefix, int times, String text) {
        return answering(prefix, times, (command, talk) -> {
            talk.raw(text);
            return true;
        });
    }

    static Reason failure(PollFixture fixture) {
        WireException e = catchThrowableOfType(WireException.class, fixture::poll);
        assertThat(e).isNotNull();
        assertThat(e).message().doesNotContain("secret");
        return e.reason();
    }

    /** Lets the server follow the rules again, and checks that every mail is delivered once and deleted. */
    static void heals(PollFixture fixture, int mails) throws IOException {
        fixture.poll();
        fixture.poll();
        assertThat(fixture.count(MailOutcome.ACCEPT)).isEqualTo(mails);
        assertThat(fixture.delivered).hasSize(mails).doesNotHaveDuplicates();
        assertThat(fixture.server.mails).isEmpty();
        fixture.poll();
        assertThat(fixture.spool.settled()).isEmpty();
    }

    static ServerCase abort(int number, String name, ScriptedPop3.Script script, Reason reason) {
        return new ServerCase(number, name, f -> {
            f.server.add(Mails.good());
            f.server.add(Mails.good());
            f.server.script = script;
            assertThat(failure(f)).isEqualTo(reason);
            assertThat(f.count(MailOutcome.ABORT)).isEqualTo(1);
            assertThat(f.server.mails).hasSize(2);
            heals(f, 2);
        });
    }

    private static List<ServerCase> numbers() {
        return List.of(
                new ServerCase(106, "stat-huge", f -> {
                    f.server.add(Mails.good());
                    f.server.script = saying("STAT", 1, "+OK 2000000000 1\r\n");
                    heals(f, 1);
                    assertThat(f.server.count("STAT")).isZero();
                }),
                abort(106, "list-huge-number", saying("LIST", 1, "+OK\r\n2000000000 1\r\n.\r\n"), Reason.PROTOCOL),
                abort(107, "list-negative", saying("LIST", 1, "+OK\r\n1 -5\r\n.\r\n"), Reason.PROTOCOL),
                abort(107, "list-garbled", saying("LIST", 1, "+OK\r\n1 x\r\n.\r\n"), Reason.PROTOCOL),
                abort(107, "list-twice", saying("LIST", 1, "+OK\r\n1 5\r\n1 5\r\n.\r\n"), Reason.PROTOCOL),
                new ServerCase(108, "list-too-small", f -> {
                    f.server.add(new byte[0]);
                    f.server.add(Mails.good());
                    ScriptedPop3.Script endless = (command, talk) -> {
                        if (command.equals("LIST")) {
                            talk.raw("+OK\r\n1 100\r\n2 " + talk.listed.get(1).bytes.length + "\r\n.\r\n");
                            return true;
                        }
                        if (command.equals("RETR 1")) {
                            talk.send("+OK");
                            for (int i = 0; i < 50 << 4; i++) {
                                talk.raw("x".repeat(1 << 16));
                            }
                        }
                        return command.equals("RETR 1");
                    };
                    f.server.script = endless;
                    assertThat(failure(f)).isEqualTo(Reason.TOO_LARGE);
                    assertThat(f.count(MailOutcome.KEEP)).isEqualTo(1);
                    f.tryPoll();
                    assertThat(f.count(MailOutcome.ACCEPT)).isEqualTo(1);
                    assertThat(f.server.mails).hasSize(1);
                }),
                new ServerCase(109, "list-too-big", f -> {
                    f.server.add(Mails.good());
                    f.server.script = saying("LIST", 9, "+OK\r\n1 2000000000\r\n.\r\n");
                    f.poll();
                    assertThat(f.count(MailOutcome.QUAR)).isEqualTo(1);
                    assertThat(f.server.count("RETR")).isZero();
                    assertThat(f.server.mails).isEmpty();
                }),
                new ServerCase(110, "retr-octets-1g", f -> {
                    f.server.add(Mails.good());
                    f.server.script = answering("RETR", 1, (command, talk) -> {
                        talk.raw("+OK 1073741824 octets\r\n"
                                + new String(talk.listed.get(0).bytes, StandardCharsets.ISO_8859_1) + ".\r\n");
                        return true;
                    });
                    heals(f, 1);
                }));
    }

    private static List<ServerCase> texts() {
        return List.of(
                new ServerCase(111, "lone-dot-mid-body", f -> {
                    String mail = new String(Mails.good(), StandardCharsets.ISO_8859_1);
                    f.server.add(Mails.bytes(mail));
                    f.server.add(Mails.good());
                    f.server.script = (command, talk) -> {
                        if (command.startsWith("RETR")
                                && talk.mail(command.substring(5)).bytes.length == mail.length()
                                && talk.mail(command.substring(5)).uid.equals("uid1")) {
                            talk.raw("+OK\r\n" + mail.substring(0, 400) + "\r\n.\r\n" + mail.substring(400) + ".\r\n");
                            return true;
                        }
                        return false;
                    };
                    assertThat(failure(f)).isEqualTo(Reason.PROTOCOL);
                    assertThat(f.delivered).isEmpty();
                    f.tryPoll();
                    assertThat(f.delivered).hasSize(1);
                    f.tryPoll();
                    f.tryPoll();
                    assertThat(f.server.mails).hasSize(1);
                }),
                new ServerCase(112, "dot-overstuffed", f -> {
                    f.server.add(Mails.good());
                    f.server.add(Mails.good());
                    f.server.script = answering("RETR", 1, (command, talk) -> {
                        String mail = new String(talk.listed.get(0).bytes, StandardCharsets.ISO_8859_1);
                        talk.raw("+OK\r\n" + mail.replaceAll("(?m)^", "..") + "\r\n.\r\n");
                        return true;
                    });
                    f.poll();
                    assertThat(f.count(MailOutcome.QUAR)).isEqualTo(1);
                    assertThat(f.count(MailOutcome.ACCEPT)).isEqualTo(1);
                }),
                abort(113, "lf-only", saying("LIST", 1, "+OK\n1 5\n.\n"), Reason.PROTOCOL),
                abort(
                        114,
                        "disconnect-mid-retr",
                        answering("RETR", 1, (command, talk) -> {
                            talk.raw("+OK\r\nReturn-Path: <a@a.test>\r\nCont");
                            return talk.drop();
                        }),
                        Reason.CONNECTION),
                new ServerCase(125, "top-vs-retr", f -> {
                    f.server.add(Mails.good());
                    f.server.script = saying("TOP", 9, "+OK\r\nSubject: other\r\n\r\n.\r\n");
                    heals(f, 1);
                    assertThat(f.server.count("TOP")).isZero();
                }),
                new ServerCase(126, "retr-err", f -> {
                    f.server.add(Mails.good());
                    f.server.add(Mails.good());
                    f.server.script = (command, talk) -> {
                        boolean bad = command.startsWith("RETR")
                                && talk.mail(command.substring(5)).uid.equals("uid1");
                        if (bad) {
                            talk.send("-ERR no");
                        }
                        return bad;
                    };
                    for (int i = 0; i < 6; i++) {
                        f.poll();
                    }
                    assertThat(f.delivered).hasSize(1);
                    assertThat(f.server.mails).hasSize(1);
                    assertThat(f.count(MailOutcome.KEEP)).isEqualTo(PollFixture.LIMITS.attempts());
                }),
                new ServerCase(132, "count-shrinks", f -> {
                    f.server.add(Mails.good());
                    f.server.add(Mails.good());
                    f.server.script = saying("UIDL", 1, "+OK\r\n2 uid2\r\n.\r\n");
                    f.poll();
                    assertThat(f.count(MailOutcome.ACCEPT)).isEqualTo(1);
                    heals(f, 2);
                }));
    }

    private static List<ServerCase> ends() {
        return List.of(
                deletingEndsWith(115, "disconnect-after-dele", "DELE", (command, talk) -> talk.drop(), 1),
                deletingEndsWith(116, "disconnect-in-quit-nothing-deleted", "QUIT", (command, talk) -> talk.drop(), 1),
                deletingEndsWith(
                        116,
                        "disconnect-in-quit-all-deleted",
                        "QUIT",
                        (command, talk) -> {
                            talk.commit();
                            return talk.drop();
                        },
                        0),
                new ServerCase(117, "quit-err", f -> {
                    for (int i = 0; i < 4; i++) {
                        f.server.add(Mails.good());
                    }
                    f.server.script = answering("QUIT", 9, (command, talk) -> {
                        if (talk.marked.size() == 4) {
                            f.server.mails.remove(0);
                            talk.send("-ERR some deleted messages were not removed");
                            return talk.drop();
                        }
                        return false;
                    });
                    f.poll();
                    assertThat(f.server.mails).hasSize(3);
                    heals(f, 4);
                    assertThat(f.count(MailOutcome.DUP)).isEqualTo(3);
                }),
                new ServerCase(118, "dele-err", f -> {
                    f.server.add(Mails.good());
                    f.server.script = saying("DELE", 2, "-ERR not now\r\n");
                    f.poll();
                    f.poll();
                    assertThat(f.server.mails).hasSize(1);
                    heals(f, 1);
                }),
                new ServerCase(119, "dele-wrong-msg", f -> {
                    f.server.add(Mails.good());
                    f.onStep = step -> {
                        if (step.equals("open-delete") && f.server.mails.size() == 1) {
                            // The new mail comes first, so the numbers of the others change.
                            f.server.mails.add(0, new ScriptedPop3.Stored("new", Mails.good()));
                        }
                    };
                    f.poll();
                    assertThat(f.server.mails).singleElement().matches(mail -> mail.uid.equals("new"));
                    f.onStep = step -> {};
                    heals(f, 2);
                }),
                new ServerCase(131, "autologout", f -> {
                    f.server.add(Mails.good());
                    f.receiver = mail -> {
                        assertThat(f.server.commands).endsWith("QUIT");
                        f.delivered.add("x");
                        return MailOutcome.ACCEPT;
                    };
                    heals(f, 1);
                }),
                new ServerCase(136, "delete-on-read", f -> {
                    f.server.add(Mails.good());
                    f.server.script = (command, talk) -> {
                        if (command.startsWith("RETR")) {
                            f.server.mails.remove(talk.mail(command.substring(5)));
                        }
                        return false;
                    };
                    heals(f, 1);
                }));
    }

    private static ServerCase deletingEndsWith(
            int number, String name, String command, ScriptedPop3.Script end, int copies) {
        return new ServerCase(number, name, f -> {
            f.server.add(Mails.good());
            AtomicInteger times = new AtomicInteger();
            f.server.script = (line, talk) -> line.startsWith(command)
                    && (command.equals("DELE") || !talk.marked.isEmpty())
                    && times.getAndIncrement() == 0
                    && end.handle(line, talk);
            f.poll();
            assertThat(f.server.mails).hasSize(copies);
            heals(f, 1);
            assertThat(f.count(MailOutcome.DUP)).isEqualTo(copies);
        });
    }

    private static List<ServerCase> ids() {
        String evil = "../".repeat(33_000) + "\u0001\u007f\u0000";
        return List.of(
                new ServerCase(120, "uidl-missing", f -> {
                    f.server.add(Mails.good());
                    f.server.add(Mails.good());
                    f.server.script = saying("UIDL", 99, "-ERR unknown\r\n");
                    heals(f, 2);
                }),
                new ServerCase(120, "uidl-missing-and-quit-lost", f -> {
                    f.server.add(Mails.good());
                    AtomicInteger quits = new AtomicInteger();
                    f.server.script = (command, talk) -> {
                        if (command.equals("UIDL")) {
                            talk.send("-ERR unknown");
                            return true;
                        }
                        return command.equals("QUIT") && quits.getAndIncrement() == 1 && talk.drop();
                    };
                    f.poll();
                    assertThat(f.server.mails).hasSize(1);
                    heals(f, 1);
                }),
                abort(121, "uidl-garbled", saying("UIDL", 1, "+OK\r\nabc xyz\r\n.\r\n"), Reason.PROTOCOL),
                abort(121, "uidl-without-id", saying("UIDL", 1, "+OK\r\n1\r\n.\r\n"), Reason.PROTOCOL),
                abort(121, "uidl-empty-id", saying("UIDL", 1, "+OK\r\n1 \r\n.\r\n"), Reason.PROTOCOL),
                new ServerCase(121, "uidl-never-ends", f -> {
                    f.readTimeout = Duration.ofSeconds(2);
                    f.start();
                    f.server.add(Mails.good());
                    f.server.script = saying("UIDL", 1, "+OK\r\n");
                    assertThat(failure(f)).isEqualTo(Reason.DEADLINE);
                    f.readTimeout = PollFixture.PATIENCE;
                    f.start();
                    heals(f, 1);
                }),
                new ServerCase(122, "uidl-dup", f -> {
                    f.server.mails.add(new ScriptedPop3.Stored("same", Mails.good()));
                    f.server.mails.add(new ScriptedPop3.Stored("same", Mails.good()));
                    heals(f, 2);
                }),
                new ServerCase(123, "uidl-reused", f -> {
                    f.server.mails.add(new ScriptedPop3.Stored("same", Mails.good()));
                    f.server.script = saying("DELE", 1, "-ERR not now\r\n");
                    f.poll();
                    f.server.mails.clear();
                    f.server.mails.add(new ScriptedPop3.Stored("same", Mails.good()));
                    heals(f, 2);
                    f.server.mails.add(new ScriptedPop3.Stored("same", Mails.good()));
                    heals(f, 3);
                }),
                new ServerCase(124, "uidl-evil", f -> {
                    f.server.mails.add(new ScriptedPop3.Stored(evil, Mails.good()));
                    f.server.mails.add(new ScriptedPop3.Stored("../../x", Mails.good()));
                    heals(f, 2);
                    try (Stream<java.nio.file.Path> files = Files.walk(f.directory)) {
                        assertThat(files.map(file -> file.getFileName().toString()))
                                .allMatch(file -> file.length() < 130);
                    }
                }));
    }

    private static List<ServerCase> logins() {
        return List.of(
                abort(127, "in-use", saying("PASS", 1, "-ERR [IN-USE] locked\r\n"), Reason.IN_USE),
                abort(127, "login-delay", saying("PASS", 1, "-ERR [LOGIN-DELAY] wait\r\n"), Reason.LOGIN_DELAY),
                abort(128, "auth-flap", saying("PASS", 1, "-ERR wrong\r\n"), Reason.LOGIN),
                abort(128, "auth-coded", saying("PASS", 1, "-ERR [AUTH] wrong\r\n"), Reason.LOGIN),
                abort(127, "sys-temp", saying("PASS", 1, "-ERR [SYS/TEMP] later\r\n"), Reason.UNAVAILABLE),
                new ServerCase(134, "stls-strip", f -> {
                    f.tls = TlsMode.STARTTLS;
                    f.start();
                    assertThat(failure(f)).isEqualTo(Reason.TLS);
                    assertThat(f.server.count("USER")).isZero();
                }),
                new ServerCase(135, "stls-inject", f -> {
                    f.tls = TlsMode.STARTTLS;
                    f.start();
                    f.server.script = saying("STLS", 1, "+OK go\r\n+OK injected\r\n");
                    assertThat(failure(f)).isEqualTo(Reason.PROTOCOL);
                    assertThat(f.server.count("USER")).isZero();
                }));
    }
}
