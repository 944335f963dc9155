package io.github.restartoracle.benchmarks.lab.suite;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** The suites on the class path. */
public final class Suites {
    private Suites() {}

    /**
     * Lists every suite.
     *
     * @return in the order of their names
     */
    public static List<Suite> all() {
        return ServiceLoader.load(Suite.class).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(Suite::name))
                .toList();
    }

    /**
     * Finds a suite.
     *
     * @param name its name
     * @return the suite
     * @throws IllegalArgumentException if there is none of that name; the message lists those there are
     */
    public static Suite named(String name) {
        return all().stream()
                .filter(suite -> suite.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("suite = \"" + name + "\": expected one of "
                        + all().stream().map(Suite::name).collect(Collectors.joining(", "))));
    }
}
