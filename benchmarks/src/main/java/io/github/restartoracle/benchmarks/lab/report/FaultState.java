package io.github.restartoracle.benchmarks.lab.report;

/**
 * The state of the faults of a suite, in two words for the head of the page.
 *
 * @param name of its style
 * @param text as it is shown
 */
record FaultState(String name, String text) {
    static FaultState of(Manifest manifest) {
        if (manifest.faults().isEmpty()) {
            return new FaultState("open", "no fault proof");
        }
        if (!manifest.allApplied()) {
            return new FaultState("bad", "faults missing");
        }
        if (manifest.faults().stream().allMatch(FaultEvidence::isModelled)) {
            return new FaultState("good", "faults modelled");
        }
        return manifest.faults().stream().allMatch(FaultEvidence::applied)
                ? new FaultState("good", "faults proven")
                : new FaultState("open", "faults undecided");
    }
}
