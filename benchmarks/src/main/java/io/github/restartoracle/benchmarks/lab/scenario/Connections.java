package io.github.restartoracle.benchmarks.lab.scenario;

/** The use of connections by a client. */
public enum Connections {
    /** The defaults of the library, or of CXF: connections are kept, raced and abandoned, as for users of the library. */
    KEPT("kept"),
    /**
     * The setting of "The Fast and the Fair": a connection for each transmission, no connection is abandoned, and no
     * transmission waits for the answer to another. CXF's own queue has no such setting, and keeps its connections.
     */
    PER_ATTEMPT("per-attempt");

    private final String notation;

    Connections(String notation) {
        this.notation = notation;
    }

    @Override
    public String toString() {
        return notation;
    }
}
