package io.github.restartoracle.benchmarks.lab.report;

/**
 * The state of the faults of a suite, in two words for the head of the page.
 *
 * @param name of its style
 * @param text as it is shown
 */
record Standing(String name, String text) {
    static Standing of(Manifest manifest) {
        if (manifest.faults().isEmpty()) {
            return new Standing("open", "no fault proof");
        }
        if (!manifest.allApplied()) {
            return new Standing("bad", "faults missing");
        }
        if (manifest.faults().stream().allMatch(FaultEvidence::isModelled)) {
            return new Standing("good", "faults modelled");
        }
        return manifest.faults().stream().allMatch(FaultEvidence::applied)
                ? new Standing("good", "faults proven")
                : new Standing("open", "faults undecided");
    }
}
