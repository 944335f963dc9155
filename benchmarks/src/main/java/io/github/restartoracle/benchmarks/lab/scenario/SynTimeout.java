package io.github.restartoracle.benchmarks.lab.scenario;

/** The times at which TCP repeats a SYN that is not answered. */
public enum SynTimeout {
    /** The times of the kernel that the experiment runs on. */
    KERNEL("kernel"),
    /** After 3 s, doubling, as in the paper; only a simulation can do this. */
    PAPER("3s");

    private final String notation;

    SynTimeout(String notation) {
        this.notation = notation;
    }

    @Override
    public String toString() {
        return notation;
    }
}
