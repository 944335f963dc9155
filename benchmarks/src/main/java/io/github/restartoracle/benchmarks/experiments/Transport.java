package io.github.restartoracle.benchmarks.experiments;

import java.util.Locale;

/** What carries the messages. */
public enum Transport {
    /** SOAP over HTTP, a connection per attempt. */
    HTTP,
    /** SOAP over SMTP and POP3. */
    MAIL;

    /**
     * Whether each attempt opens a connection to the destination, so that TCP decides when it arrives.
     *
     * @return true for {@link #HTTP}
     */
    public boolean connectsPerAttempt() {
        return this == HTTP;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
