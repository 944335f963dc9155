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
    long number;
    /** The number of times that the service has carried it out. */
    int effects;
    /** True if it was carried out and its process died before that was noted: it may be repeated. */
    boolean mayRepeat;

    boolean givenUp;
    boolean retried;

    WorldCall(int source, int id) {
        this.source = source;
        this.id = id;
    }

    @Override
    public String toString() {
        return "call " + source + "." + id + (number == 0 ? "" : " (number " + number + ")");
    }
}
