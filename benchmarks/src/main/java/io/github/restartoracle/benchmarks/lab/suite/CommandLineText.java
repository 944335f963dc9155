package io.github.restartoracle.benchmarks.lab.suite;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** The command that runs a suite again. */
final class CommandLineText {
    private CommandLineText() {}

    /** Returns the command for Maven, in the directory of the project. Defaults and the number of threads are left out. */
    static String of(SuiteOptions options) {
        List<String> words = new ArrayList<>(
                switch (options.mode()) {
                    case SIMULATION -> List.of("./mvnw", "-q", "-Psimulation", "verify");
                    case DEMO -> List.of("./mvnw", "-q", "-Pdemo", "verify");
                    case TESTBED -> List.of("./mvnw", "verify", "-Pfault-injection");
                });
        add(words, "suite", options.suite());
        options.scale().ifPresent(scale -> add(words, "scale", scale));
        add(words, "transport", options.transports());
        add(words, "scenarios", options.scenarios());
        options.runs().ifPresent(runs -> add(words, "runs", runs));
        add(words, "seed", options.seed());
        add(words, "timers", options.timers());
        options.precision().ifPresent(precision -> add(words, "precision", 100 * precision.relative() + "%"));
        options.processing().ifPresent(time -> add(words, "processing", time));
        options.decoupled().ifPresent(time -> add(words, "decoupled", time));
        options.bursts().ifPresent(bursts -> add(words, "bursts", bursts));
        if (options.journal()) {
            add(words, "journal", true);
        }
        if (!options.experiments()) {
            add(words, "experiments", false);
        }
        options.pairs().ifPresent(pairs -> add(words, "pairs", pairs));
        if (!options.peer()) {
            add(words, "peer", false);
        }
        add(words, "journals", options.journals());
        if (options.payloadBytes() != SuiteOptions.PAYLOAD_BYTES) {
            add(words, "payload-bytes", options.payloadBytes());
        }
        add(words, "oracle-jar", options.oracleJars());
        return String.join(" ", words);
    }

    private static void add(List<String> words, String name, Collection<?> values) {
        if (!values.isEmpty()) {
            add(words, name, values.stream().map(Object::toString).collect(Collectors.joining(",")));
        }
    }

    private static void add(List<String> words, String name, Object value) {
        String word = "-D" + name + "=" + value;
        words.add(word.matches("[\\w./,:=%-]*") ? word : "'" + word + "'");
    }
}
