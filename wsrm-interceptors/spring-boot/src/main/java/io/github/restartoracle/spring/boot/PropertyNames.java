package io.github.restartoracle.spring.boot;

import io.github.restartoracle.spring.ReliableMessaging;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Every property below {@code restart-oracle.} that has a fixed name, as configuration metadata describes it: those of this
 * starter and the library, and those that other modules on the class path list in {@value #RESOURCE}. Such a list has a name
 * a line; {@code a.*=b.} is a section of names of the user's choice, each with the properties below {@code b.}; a line that
 * begins with a hash is a comment.
 */
final class PropertyNames {
    private static final String RESOURCE = "META-INF/restart-oracle/property-names";

    /** Sections with a name of the user's choice, and the prefix of the properties below it. */
    static final Map<String, String> SECTIONS;

    static final Set<String> ALL;

    static {
        Map<String, String> sections = new HashMap<>(Map.of("endpoints", ""));
        Set<String> names = own();
        for (String line : listed()) {
            int section = line.indexOf(".*=");
            if (section > 0) {
                sections.put(line.substring(0, section), line.substring(section + 3));
            } else {
                names.add(line);
            }
        }
        SECTIONS = Map.copyOf(sections);
        ALL = Set.copyOf(names);
    }

    private PropertyNames() {}

    private static Set<String> own() {
        Set<String> names = new TreeSet<>(Set.of(
                "enabled",
                "oracle",
                "initial-timeout",
                "min-timeout",
                "max-timeout",
                "max-attempts",
                "give-up-after",
                "keep-learnt",
                "max-in-flight",
                "max-in-flight-total",
                "max-in-flight-bytes",
                "max-in-flight-bytes-total",
                "max-pending-bytes",
                "max-response-bytes",
                "max-response-bytes-total",
                "store-failure",
                "operator-actions",
                "shutdown-wait",
                "max-sequences",
                "max-sequences-per-source",
                "unused-sequence",
                "idle-sequence",
                "sequence-expires",
                "max-parked",
                "first-call-wait",
                "abandon-acknowledged",
                "order",
                "health.silent-after"));
        add(names, "canary", "budget", "burst", "probe-cost", "copy-cost", "longest-probe", "patience");
        add(names, "fixed", "timeout");
        add(names, "exponential-backoff", "timeout", "factor");
        add(names, "jacobson-karn", "srtt-gain", "rttvar-gain", "rttvar-multiplier", "variant");
        add(names, "qest", "buckets", "tau-max", "restart-cost", "variant");
        add(
                names,
                "http",
                "connection-per-attempt",
                "native-transport",
                "max-response-size",
                "max-acknowledgement-size");
        add(names, "rm", ReliableMessaging.NAMES.toArray(String[]::new));
        return names;
    }

    private static void add(Set<String> names, String section, String... below) {
        for (String name : below) {
            names.add(section + "." + name);
        }
    }

    private static List<String> listed() {
        List<String> lines = new ArrayList<>();
        try {
            for (URL list :
                    Collections.list(PropertyNames.class.getClassLoader().getResources(RESOURCE))) {
                try (InputStream in = list.openStream()) {
                    new String(in.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .filter(line -> !line.isBlank() && !line.startsWith("#"))
                            .forEach(lines::add);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the lists of properties cannot be read", e);
        }
        return lines;
    }
}
