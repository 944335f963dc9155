package io.github.restartoracle.wsrm.world;

/** A call of an application, with its result. Not thread-safe. */
final class WorldCall {
    enum State {
        /** It has not returned yet. */
        CALLED,
        /** It has returned without an error. */
        RETURNED,
        /** It has thrown an exception. */
        FAILED
    }

    final int source;
    final int id;
    State state = State.CALLED;
    /** Counts the sequences of its source, from 0. */
    int sequence;

    long number;
    /** The number of times that the service has carried it out. */
    int effects;
    /** True if it was carried out and its process died before that was noted: it may be repeated. */
    boolean mayRepeat;

    /** True if the node was killed without a store after it had accepted the call, before the service carried it out. */
    boolean lost;

    boolean givenUp;
    boolean retried;

    WorldCall(int source, int id) {
        this.source = source;
        this.id = id;
    }

    /** Returns its place among all calls of its source that have a number. */
    long position() {
        return ((long) sequence << 32) + number;
    }

    @Override
    public String toString() {
        return "call " + source + "." + id + (number == 0 ? "" : " (number " + number + ")");
    }
}
