package io.github.restartoracle.benchmarks.lab.simulator.tcp;

import io.github.restartoracle.benchmarks.lab.simulator.net.SimulatedLink;
import io.github.restartoracle.benchmarks.lab.simulator.net.VirtualTime;

/**
 * Two machines and the link between them.
 *
 * <p>Not thread-safe; confined to one simulation.
 */
public final class Network {
    private final VirtualTime time;
    private final SimulatedLink link;
    private final TcpSettings tcp;
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

    /**
     * Returns the link.
     *
     * @return the link, with its counters
     */
    public SimulatedLink link() {
        return link;
    }

    /**
     * Counts connections.
     *
     * @return those that were opened so far, failed ones included
     */
    public long connects() {
        return connects;
    }

    /**
     * Counts SYN packets.
     *
     * @return those that were sent so far to open a connection, lost ones included
     */
    public long syns() {
        return syns;
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
        begin(dialogue, false, fromSource, key, listener);
    }

    /**
     * Opens a connection of the source now, which the caller can abort.
     *
     * @param dialogue the first turns
     * @param kept true if it stays open for further turns, until it is aborted
     * @param key of the connection; its random numbers depend on it
     * @param listener receives its events
     * @return the connection
     */
    public Conversation connect(Dialogue dialogue, boolean kept, long key, ConversationListener listener) {
        return begin(dialogue, kept, true, key, listener);
    }

    private Conversation begin(
            Dialogue dialogue, boolean kept, boolean fromSource, long key, ConversationListener listener) {
        connects++;
        Conversation conversation =
                new Conversation(time, link, tcp, dialogue, kept, fromSource, key, listener, () -> syns++);
        conversation.begin();
        return conversation;
    }
}
