package io.github.restartoracle.benchmarks.lab.simulator.tcp;

/** A simulated connection, seen from the end that opened it. Not thread-safe. */
public interface Connection {
    /**
     * Resets the connection. This end sends no more. Data that it has written and the other has not acknowledged are discarded;
     * packets on the wire still arrive. The listener is called for turns of this end that are completed by them, and then
     * {@link ConversationListener#closed}. Has no effect on a connection that has ended.
     */
    void abort();

    /** Sends the turn that the listener {@linkplain ConversationListener#holds holds}, now. */
    void speak();

    /**
     * Adds turns to a connection that was kept and whose last turn has been received. The numbers of turns continue. Must not
     * be called by the listener.
     *
     * @param dialogue the further turns
     */
    void say(Dialogue dialogue);
}
