package io.github.restartoracle.benchmarks.lab.scenario;

import io.github.restartoracle.benchmarks.lab.theory.SynSchedule;

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

    /** {@return the times of the SYNs; for {@link #KERNEL} those of the machine this runs on} */
    public SynSchedule schedule() {
        return this == PAPER ? SynSchedule.PAPER : SynSchedule.ofKernel();
    }

    @Override
    public String toString() {
        return notation;
    }
}
