package io.github.restartoracle.wsrm.internal.queue;

import io.github.restartoracle.internal.settings.Spelling;
import io.github.restartoracle.oracle.PathOracle;
import io.github.restartoracle.oracle.Stage;
import io.github.restartoracle.settings.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells of settings that are valid and have no effect: parameters of an oracle that no path has, a time to give up that is
 * shorter than the first timeout, and sections for ports that do not appear. Thread-safe.
 */
final class IneffectiveSettings {
    private final Settings sections;
    private final Set<String> oracles;
    /** The sections for ports that no message has had yet. */
    private final Set<String> unused = ConcurrentHashMap.newKeySet();

    /** The ports that have no section. */
    private final Set<String> ports = ConcurrentHashMap.newKeySet();

    /** Examines the sections of the endpoints, below {@code endpoints}, with the names of all kinds of oracle. */
    IneffectiveSettings(Settings sections, Set<String> oracles) {
        this.sections = sections;
        this.oracles = oracles;
        sections.sections().stream()
                .filter(name -> sections.section(name).text("address") == null)
                .forEach(unused::add);
    }

    /** Returns a sentence for each setting that has no effect on any path. */
    List<String> sentences(QueueOptions.Block common, List<QueueOptions.Block> endpoints) {
        List<String> sentences = new ArrayList<>(earlyGiveUp(common));
        Set<String> used = new TreeSet<>(Set.of(common.path().oracleName()));
        for (QueueOptions.Block endpoint : endpoints) {
            Settings own = sections.section(endpoint.name());
            String oracle = endpoint.path().oracleName();
            used.add(oracle);
            sentences.addAll(ofOtherOracles(own, Set.of(oracle)));
            if (own.text("give-up-after") != null) {
                sentences.addAll(earlyGiveUp(endpoint));
            }
        }
        sentences.addAll(ofOtherOracles(common.settings(), used));
        return sentences;
    }

    private List<String> ofOtherOracles(Settings settings, Set<String> used) {
        return oracles.stream()
                .filter(oracle -> !used.contains(oracle))
                .flatMap(oracle -> settings.section(oracle).names().stream().map(name -> oracle + "." + name))
                .map(name -> settings.fullName(name) + " has no effect with the oracle " + String.join(" or ", used))
                .toList();
    }

    private static List<String> earlyGiveUp(QueueOptions.Block block) {
        Duration giveUpAfter = block.path().giveUpAfter();
        if (giveUpAfter.isZero()) {
            return List.of();
        }
        PathOracle oracle = block.path().oracles().pathOracle();
        long timeoutNanos = oracle.timeoutNanos(0, Stage.UNOBSERVED, 1);
        if (oracle.staged() || timeoutNanos == PathOracle.NEVER || giveUpAfter.toNanos() >= timeoutNanos) {
            return List.of();
        }
        return List.of(block.settings().fullName("give-up-after") + "="
                + block.settings().text("give-up-after") + " is shorter than the first timeout of "
                + block.path().oracleName()
                + ": a message is given up at that timeout, and not restarted");
    }

    /**
     * A sentence about sections that apply to no port so far.
     *
     * @param similar true if one is probably misspelt, false if its port may come later
     */
    record Hint(String sentence, boolean similar) {}

    /**
     * Notes the section that applies to a port.
     *
     * @return a hint, once for each port, if there is none, and some section has no port yet
     */
    Optional<Hint> applied(String section, String port) {
        unused.remove(section);
        if (!section.isEmpty() || unused.isEmpty() || !ports.add(port)) {
            return Optional.empty();
        }
        String none = " does not apply to the port " + port;
        return Spelling.nearest(port, unused)
                .map(name -> new Hint(
                        sections.fullName(name) + ".*" + none + "; did you mean " + sections.fullName(port) + ".*?",
                        true))
                .or(() -> unused.stream()
                        .sorted()
                        .findFirst()
                        .map(name ->
                                new Hint(sections.fullName(name) + ".*" + none + ", nor to another so far", false)));
    }
}
