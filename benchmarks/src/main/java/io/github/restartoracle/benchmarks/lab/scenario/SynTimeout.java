package io.github.restartoracle.benchmarks.lab.scenario;

import io.github.restartoracle.benchmarks.lab.theory.SynSchedule;

/** When TCP repeats a SYN that nobody answers. */
public enum SynTimeout {
    /** As the kernel below does it. */
    KERNEL("kernel"),
    /** After 3 s, doubling, as in the paper; only a simulation can do this. */
    PAPER("3s");

    private final String notation;

    SynTimeout(String notation) {
        this.notation = notation;
    }

    /**
     * The times of the SYNs.
     *
     * @return the schedule; for {@link #KERNEL} that of the machine this runs on
     */
    public SynSchedule schedule() {
        return this == PAPER ? SynSchedule.PAPER : SynSchedule.ofKernel();
    }

    @Override
    public String toString() {
        return notation;
    }
}
