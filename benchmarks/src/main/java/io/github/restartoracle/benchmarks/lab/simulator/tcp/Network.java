package io.github.restartoracle.benchmarks.lab.simulator.tcp;

import io.github.restartoracle.benchmarks.lab.simulator.net.SimulatedLink;
import io.github.restartoracle.benchmarks.lab.simulator.net.TracedPacket;
import io.github.restartoracle.benchmarks.lab.simulator.net.VirtualTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Two machines and the link between them.
 *
 * <p>Not thread-safe; confined to one simulation.
 */
public final class Network {
    /*
     * A conversation that has the link to itself and loses no packet always takes the same course. It is computed once for each
     * dialogue and then only replayed, packet fates included. A replay is about thirty times as fast as packet by packet, and
     * has the same result (a test compares the two).
     */

    private final VirtualTime time;
    private final SimulatedLink link;
    private final TcpSettings tcp;
    private final Map<Dialogue, Rehearsal> forward = new HashMap<>();
    private final Map<Dialogue, Rehearsal> backward = new HashMap<>();
    private int live;
    private long connects;
    private long syns;
    private long quietFromNanos;

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
     * Opens a connection now.
     *
     * @param dialogue the data to exchange over it
     * @param fromSource true if the source opens it; its packets to the destination go forward
     * @param key of the connection; its random numbers depend on it
     * @param listener receives its events
     */
    public void open(Dialogue dialogue, boolean fromSource, long key, ConversationListener listener) {
        open(dialogue, fromSource, key, listener, time.nowNanos(), time.nowNanos());
    }

    /**
     * Opens a connection now, if the caller knows the time until which no other will be opened.
     *
     * @param dialogue the data to exchange over it
     * @param fromSource true if the source opens it; its packets to the destination go forward
     * @param key of the connection; its random numbers depend on it
     * @param listener receives its events
     * @param quietUntilNanos the time until which no packets are sent but those of this connection and of the events that are
     *     scheduled already
     * @param heardByNanos the time at which a packet will be sent after all, unless the last turn has been received by then
     * @return the connection, which must not be aborted before that
     */
    public Connection open(
            Dialogue dialogue,
            boolean fromSource,
            long key,
            ConversationListener listener,
            long quietUntilNanos,
            long heardByNanos) {
        connects++;
        long now = time.nowNanos();
        long quietUntil = Math.min(quietUntilNanos, time.nextNanos());
        if (live == 0 && now >= quietFromNanos && link.link().jitter().isZero() && quietUntil > now) {
            Rehearsal rehearsal =
                    (fromSource ? forward : backward).computeIfAbsent(dialogue, any -> new Rehearsal(any, fromSource));
            if (rehearsal.fits(now, quietUntil, heardByNanos) && link.sendAll(now, key, rehearsal.trace)) {
                quietFromNanos = now + rehearsal.lengthNanos;
                syns++;
                Replay replay = new Replay(rehearsal, now, listener);
                replay.scheduleNext();
                return replay;
            }
        }
        return begin(dialogue, false, fromSource, key, listener);
    }

    /**
     * Opens a connection now that the caller can abort, packet by packet.
     *
     * @param dialogue the first turns
     * @param kept true if it stays open for further turns, until it is aborted
     * @param key of the connection; its random numbers depend on it
     * @param listener receives its events
     * @return the connection, opened by the source
     */
    public Connection connect(Dialogue dialogue, boolean kept, long key, ConversationListener listener) {
        connects++;
        return begin(dialogue, kept, true, key, listener);
    }

    private Connection begin(
            Dialogue dialogue, boolean kept, boolean fromSource, long key, ConversationListener listener) {
        live++;
        Conversation conversation = new Conversation(
                time, link, tcp, dialogue, kept, fromSource, key, listener, () -> live--, () -> syns++, null);
        conversation.begin();
        return conversation;
    }

    /** A conversation on a separate link, to record its course. */
    private final class Rehearsal implements ConversationListener {
        private final List<TracedPacket> trace = new ArrayList<>();
        private final long[] heardNanos;
        private long connectedNanos;
        private final long lengthNanos;

        private Rehearsal(Dialogue dialogue, boolean fromSource) {
            heardNanos = new long[dialogue.turns().size()];
            VirtualTime ownTime = new VirtualTime();
            long[] end = {0};
            Conversation conversation = new Conversation(
                    ownTime,
                    SimulatedLink.ideal(link.link()),
                    tcp,
                    dialogue,
                    false,
                    fromSource,
                    0,
                    this,
                    () -> end[0] = ownTime.nowNanos(),
                    () -> {},
                    trace);
            conversation.begin();
            ownTime.run();
            lengthNanos = end[0];
        }

        private boolean fits(long nowNanos, long quietUntilNanos, long heardByNanos) {
            long lastHeardNanos = heardNanos[heardNanos.length - 1];
            return quietUntilNanos - nowNanos > lengthNanos && heardByNanos - nowNanos >= lastHeardNanos;
        }

        @Override
        public void connected(long nowNanos) {
            connectedNanos = nowNanos;
        }

        @Override
        public void turnHeard(int turn, long nowNanos) {
            heardNanos[turn] = nowNanos;
        }

        @Override
        public void failed(long nowNanos) {
            throw new IllegalStateException("a conversation failed on an ideal link");
        }
    }

    private final class Replay implements VirtualTime.Event, Connection {
        private final Rehearsal rehearsal;
        private final long startNanos;
        private final ConversationListener listener;
        private int next = -1;

        private Replay(Rehearsal rehearsal, long startNanos, ConversationListener listener) {
            this.rehearsal = rehearsal;
            this.startNanos = startNanos;
            this.listener = listener;
        }

        private void scheduleNext() {
            if (next < rehearsal.heardNanos.length) {
                long offset = next < 0 ? rehearsal.connectedNanos : rehearsal.heardNanos[next];
                time.at(startNanos + offset, this);
            }
        }

        @Override
        public void occur(long nowNanos) {
            int current = next++;
            if (current < 0) {
                listener.connected(nowNanos);
            } else {
                listener.turnHeard(current, nowNanos);
            }
            scheduleNext();
        }

        @Override
        public void abort() {
            if (next < rehearsal.heardNanos.length) {
                throw new IllegalStateException("aborted, although nothing was to happen before its end");
            }
        }

        @Override
        public void speak() {
            throw new IllegalStateException("its turns are spoken by themselves");
        }

        @Override
        public void say(Dialogue dialogue) {
            throw new IllegalStateException("it is not kept");
        }
    }
}
