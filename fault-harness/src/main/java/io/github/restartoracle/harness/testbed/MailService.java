package io.github.restartoracle.harness.testbed;

/** One of the two services of a mail server, which can be stopped alone. */
public enum MailService {
    /** Accepts mails and forwards them. */
    SMTP(MailServerContainer.SMTP_PORT, "postfix start 2>/dev/null", "postfix stop 2>/dev/null || true"),
    /** Gives mails to their readers. */
    POP3(
            MailServerContainer.POP3_PORT,
            "dovecot",
            "doveadm stop 2>/dev/null || true;"
                    + " for _ in $(seq 100); do [ -e /run/dovecot/master.pid ] || break; sleep 0.1; done");

    private final int port;
    private final String start;
    private final String stop;

    MailService(int port, String start, String stop) {
        this.port = port;
        this.start = start;
        this.stop = stop;
    }

    /** Returns the command that starts the service and waits until it greets. */
    String startLine() {
        return start + " && for _ in $(seq 300); do"
                + " if (exec 3<>/dev/tcp/127.0.0.1/" + port
                + " && IFS= read -r -t 5 -u 3 line && [ -n \"$line\" ]) 2>/dev/null; then exit 0; fi;"
                + " sleep 0.1; done; exit 1";
    }

    String stopLine() {
        return stop;
    }
}
