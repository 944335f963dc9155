package io.github.restartoracle.wsrm.world;

/** A call of an application, and what became of it. Not thread-safe. */
final class Call {
    enum State {
        /** It has not returned yet. */
        CALLED,
        /** It has returned without an error. */
        RETURNED,
        /** It has thrown. */
        FAILED
    }

    final int source;
    final int id;
    State state = State.CALLED;
    long number;
    /** How often the service has done what it asks for. */
    int effects;
    /** It was done, and its process died before that was noted: it may be done again. */
    boolean mayRepeat;

    boolean givenUp;
    boolean retried;

    Call(int source, int id) {
        this.source = source;
        this.id = id;
    }

    @Override
    public String toString() {
        return "call " + source + "." + id + (number == 0 ? "" : " (number " + number + ")");
    }
}
