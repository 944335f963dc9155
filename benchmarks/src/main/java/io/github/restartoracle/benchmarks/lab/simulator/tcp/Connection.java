package io.github.restartoracle.benchmarks.lab.simulator.tcp;

/** A simulated connection in the hands of the end that opened it. Not thread-safe. */
public interface Connection {
    /**
     * Resets the connection. Nothing more is sent by this end, and what it has written and the other has not acknowledged is
     * discarded; packets on the wire still arrive. The listener hears of turns of this end that complete so, and then {@link
     * ConversationListener#closed}. Has no effect on a connection that is over.
     */
    void abort();

    /** Speaks the turn that the listener {@linkplain ConversationListener#holds holds}, now. */
    void speak();

    /**
     * Says more over a connection that was kept, whose last turn has been heard. The numbers of turns go on. Not to be called
     * by the listener.
     *
     * @param dialogue what is said
     */
    void say(Dialogue dialogue);
}
