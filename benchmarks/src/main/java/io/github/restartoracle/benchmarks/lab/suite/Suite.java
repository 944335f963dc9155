package io.github.restartoracle.benchmarks.lab.suite;

import io.github.restartoracle.benchmarks.lab.scenario.Scale;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/**
 * One experiment, as a command and a report. Found by {@link java.util.ServiceLoader}: to add one, write a class and add its
 * line to {@code META-INF/services}.
 */
public interface Suite {
    /** Returns its name on the command line: lower-case letters and hyphens. */
    String name();

    /** Returns the question that it answers, in one sentence. */
    String question();

    /** Returns the scale at which it is run. */
    default Scale scale(SuiteOptions options) {
        return options.scale().orElse(Scale.QUICK);
    }

    /** Returns the directory of its results, below the directory of all results. */
    default String directory(SuiteOptions options) {
        return name();
    }

    /** Runs the whole suite. */
    SuiteResult run(SuiteContext context) throws IOException, InterruptedException;

    /** Returns the suites on the class path in the order of their names. */
    static List<Suite> all() {
        return ServiceLoader.load(Suite.class).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(Suite::name))
                .toList();
    }

    /**
     * Finds a suite by its name.
     *
     * @throws IllegalArgumentException if there is none of that name; the message lists those there are
     */
    static Suite named(String name) {
        return all().stream()
                .filter(suite -> suite.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("suite = \"" + name + "\": expected one of "
                        + all().stream().map(Suite::name).collect(Collectors.joining(", "))));
    }
}
