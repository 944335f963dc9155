package io.github.restartoracle.benchmarks.lab.suite;

/** Where a suite is run. */
public enum Mode {
    /** In virtual time. */
    SIMULATION,
    /** With the real software over a modelled link, in this process. */
    DEMO,
    /** With the real software in containers, with faults in the IP layer; simulated beside that. */
    TESTBED
}
