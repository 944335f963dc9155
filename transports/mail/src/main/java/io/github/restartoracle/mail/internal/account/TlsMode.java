package io.github.restartoracle.mail.internal.account;

/** The protection of a connection to a mail server. There is no opportunistic mode: the chosen protection is required. */
public enum TlsMode {
    /** TLS from the first byte (RFC 8314); ports 465 and 995. */
    IMPLICIT("implicit", 465, 995),
    /** The session starts in clear and is abandoned unless the server switches to TLS; ports 587 and 110. */
    STARTTLS("starttls", 587, 110),
    /** No protection, for a relay on the same host or a test; ports 25 and 110. */
    NONE("none", 25, 110);

    private final String word;
    private final int smtpPort;
    private final int pop3Port;

    TlsMode(String word, int smtpPort, int pop3Port) {
        this.word = word;
        this.smtpPort = smtpPort;
        this.pop3Port = pop3Port;
    }

    /**
     * Returns the word of this mode in a property.
     *
     * @return {@code implicit}, {@code starttls} or {@code none}
     */
    public String word() {
        return word;
    }

    int smtpPort() {
        return smtpPort;
    }

    int pop3Port() {
        return pop3Port;
    }
}
