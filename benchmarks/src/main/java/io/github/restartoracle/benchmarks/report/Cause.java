package io.github.restartoracle.benchmarks.report;

import java.util.Collection;
import java.util.stream.Collectors;

/**
 * Why two results differ.
 *
 * @param tag stands in a table, short; empty if they do not differ
 * @param text explains the tag below it
 */
record Cause(String tag, String text) {
    static final Cause NONE = new Cause("", "");

    /** What stands below a table of causes: each once. */
    static String legend(Collection<Cause> causes) {
        return causes.stream()
                .filter(cause -> !cause.tag().isEmpty())
                .map(cause -> " " + capital(cause.tag()) + ": " + cause.text())
                .distinct()
                .collect(Collectors.joining());
    }

    private static String capital(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }
}
