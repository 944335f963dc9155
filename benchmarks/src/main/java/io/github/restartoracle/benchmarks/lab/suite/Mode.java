package io.github.restartoracle.benchmarks.lab.suite;

/** The environment in which a suite is run. */
public enum Mode {
    /** Virtual time. */
    SIMULATION,
    /** The real software over a modelled link, in this process. */
    DEMO,
    /** The real software in containers, with faults in the IP layer; simulations run in addition. */
    TESTBED
}
