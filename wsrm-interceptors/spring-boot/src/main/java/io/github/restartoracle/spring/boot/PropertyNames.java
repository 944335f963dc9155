package io.github.restartoracle.spring.boot;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The properties below {@code restart-oracle.} that have a fixed name, as the modules on the class path list them in {@value
 * #RESOURCE}. Such a list has one name in each line. {@code a.*=b.} is a section of names of the user's choice, each with the
 * properties below {@code b.}. A line that begins with a hash is a comment.
 */
final class PropertyNames {
    private static final String RESOURCE = "META-INF/restart-oracle/property-names";

    /** One name of each list that is always there: those of the oracles, of WS-RM, of HTTP, of Spring and of this starter. */
    private static final Set<String> OF_EACH_LIBRARY =
            Set.of("canary.budget", "oracle", "http.connection-per-attempt", "rm.version", "enabled");

    /** Sections with a name of the user's choice, and the prefix of the properties below it. */
    static final Map<String, String> SECTIONS;

    static final Set<String> ALL;

    static {
        Map<String, String> sections = new HashMap<>();
        Set<String> names = new HashSet<>();
        for (String line : listed()) {
            int section = line.indexOf(".*=");
            if (section > 0) {
                sections.put(line.substring(0, section), line.substring(section + 3));
            } else {
                names.add(line);
            }
        }
        if (!names.containsAll(OF_EACH_LIBRARY)) {
            throw new IllegalStateException("the lists " + RESOURCE
                    + " of the jars are incomplete: a build that merges jars has to concatenate these files");
        }
        SECTIONS = Map.copyOf(sections);
        ALL = Set.copyOf(names);
    }

    private PropertyNames() {}

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
