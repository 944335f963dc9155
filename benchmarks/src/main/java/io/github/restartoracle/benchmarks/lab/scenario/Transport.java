package io.github.restartoracle.benchmarks.lab.scenario;

import java.util.Locale;

/** The transport of the messages. */
public enum Transport {
    /** SOAP over HTTP. */
    HTTP,
    /** SOAP over SMTP and POP3. */
    MAIL;

    /**
     * {@return the transport of a name}
     *
     * @param name {@code http} or {@code mail}
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
