package io.github.restartoracle.spring.boot;

import io.github.restartoracle.spring.ReliableMessaging;
import java.util.Set;
import java.util.TreeSet;

/** Every property below {@code restart-oracle.} that has a fixed name, as configuration metadata describes it. */
final class PropertyNames {
    static final Set<String> ALL = all();

    private PropertyNames() {}

    private static Set<String> all() {
        Set<String> names = new TreeSet<>(Set.of(
                "oracle",
                "initial-timeout",
                "min-timeout",
                "max-timeout",
                "max-attempts",
                "give-up-after",
                "keep-learnt",
                "max-in-flight",
                "max-in-flight-total",
                "max-parked",
                "abandon-acknowledged",
                "health.silent-after"));
        add(names, "fixed", "timeout");
        add(names, "exponential-backoff", "timeout", "factor");
        add(names, "jacobson-karn", "srtt-gain", "rttvar-gain", "rttvar-multiplier", "variant");
        add(names, "qest", "buckets", "tau-max", "restart-cost", "variant");
        add(names, "http", "connection-per-attempt", "max-response-size");
        add(names, "rm", ReliableMessaging.NAMES.toArray(String[]::new));
        add(names, "mail", "address", "recipient-domains", "allowed-senders", "replay-memory", "spool-directory");
        for (String server : new String[] {"mail.smtp", "mail.pop3"}) {
            add(names, server, "host", "port", "tls", "user", "password", "token", "plaintext-login");
            add(names, server, "connect-timeout", "read-timeout", "write-timeout", "deadline");
        }
        add(names, "mail.smtp", "bounce-address", "connections", "reuse-for", "reuse-mails", "helo-name", "encoding");
        add(names, "mail.smtp", "notifications");
        add(names, "mail.pop3", "apop", "poll-interval", "delete");
        add(names, "mail.limits", "mail-bytes", "header-bytes", "header-count", "parts", "depth", "decoded-bytes");
        add(names, "mail.limits", "expansion", "mails-per-poll", "time-per-poll", "attempts");
        return Set.copyOf(names);
    }

    private static void add(Set<String> names, String section, String... below) {
        for (String name : below) {
            names.add(section + "." + name);
        }
    }
}
