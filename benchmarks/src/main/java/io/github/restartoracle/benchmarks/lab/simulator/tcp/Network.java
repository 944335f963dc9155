package io.github.restartoracle.benchmarks.lab.simulator.tcp;

import io.github.restartoracle.benchmarks.lab.simulator.net.SimulatedLink;
import io.github.restartoracle.benchmarks.lab.simulator.net.VirtualTime;

/**
 * Two machines and the link between them.
 *
 * <p>Not thread-safe; confined to one simulation.
 */
public final class Network {
    final VirtualTime time;
    final SimulatedLink link;
    final TcpSettings tcp;
    private long connects;
    private long syns;

    /**
     * Creates a network without connections.
     *
     * @param time the clock of the simulation
     * @param link the link
     * @param tcp the settings of TCP on both machines
     */
    public Network(VirtualTime time, SimulatedLink link, TcpSettings tcp) {
        this.time = time;
        this.link = link;
        this.tcp = tcp;
    }

    /** {@return the number of connections that were opened so far, failed ones included} */
    public long connects() {
        return connects;
    }

    /** {@return the number of SYN packets that were sent so far to open connections, lost ones included} */
    public long syns() {
        return syns;
    }

    void synSent() {
        syns++;
    }

    /**
     * Opens a connection now, which ends after its last turn.
     *
     * @param dialogue the data to exchange over it
     * @param fromSource true if the source opens it; its packets to the destination go forward
     * @param key of the connection; its random numbers depend on it
     * @param listener receives its events
     */
    public void open(Dialogue dialogue, boolean fromSource, long key, ConversationListener listener) {
        open(dialogue, false, fromSource, key, listener);
    }

    /**
     * {@return a connection that the source opens now and the caller can abort}
     *
     * @param dialogue the first turns
     * @param kept true if it stays open for further turns, until it is aborted
     * @param key of the connection; its random numbers depend on it
     * @param listener receives its events
     */
    public Conversation connect(Dialogue dialogue, boolean kept, long key, ConversationListener listener) {
        return open(dialogue, kept, true, key, listener);
    }

    private Conversation open(
            Dialogue dialogue, boolean kept, boolean fromSource, long key, ConversationListener listener) {
        connects++;
        Conversation conversation = new Conversation(this, dialogue, kept, fromSource, key, listener);
        conversation.begin();
        return conversation;
    }
}
