package io.github.restartoracle.benchmarks.lab.scenario;

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

    /**
     * Finds a transport.
     *
     * @param name {@code http} or {@code mail}
     * @return the transport
     * @throws IllegalArgumentException for any other name
     */
    public static Transport of(String name) {
        for (Transport transport : values()) {
            if (transport.toString().equals(name)) {
                return transport;
            }
        }
        throw new IllegalArgumentException("transport = \"" + name + "\": expected http, mail or http,mail");
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
