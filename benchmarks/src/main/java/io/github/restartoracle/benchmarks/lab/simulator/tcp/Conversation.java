package io.github.restartoracle.benchmarks.lab.simulator.tcp;

import io.github.restartoracle.benchmarks.lab.simulator.net.SimulatedLink;
import io.github.restartoracle.benchmarks.lab.simulator.net.VirtualTime;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.Dialogue.Turn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One connection, packet by packet: the handshake, then the turns of a dialogue. Its methods are those of the end that opened
 * it. Not thread-safe.
 */
public final class Conversation {
    private static final int SYN = -1;
    private static final int SYN_ACK = -2;
    private static final int ACK = -3;
    private static final int SYN_ACK_RETRIES = 5;

    /** The time for which an ended connection is kept; no packet is on the wire for longer. */
    private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Network network;
    private final VirtualTime time;
    private final TcpSettings tcp;
    private final List<Turn> turns;
    private final boolean kept;
    private final boolean fromSource;
    private final long key;
    private final ConversationListener listener;
    private final long startNanos;
    private final End client;
    private final End server;
    private int syns;
    private long synNanos;
    private int synAcks;
    private long synAckNanos;
    private int turn;
    private int turnEnd = Integer.MAX_VALUE;
    private boolean over;
    private boolean aborted;
    private boolean receiptTold = true;
    private int gotSoFar;

    /** Creates a connection. A kept one stays open after the last turn, until it is aborted. */
    Conversation(
            Network network,
            Dialogue dialogue,
            boolean kept,
            boolean fromSource,
            long key,
            ConversationListener listener) {
        this.network = network;
        this.time = network.time;
        this.tcp = network.tcp;
        this.turns = new ArrayList<>(dialogue.turns());
        this.kept = kept;
        this.fromSource = fromSource;
        this.key = key;
        this.listener = listener;
        this.startNanos = time.nowNanos();
        this.client = new End(true);
        this.server = new End(false);
    }

    void begin() {
        synDue(startNanos);
    }

    private void synDue(long nowNanos) {
        List<Duration> offsets = tcp.syn().offsets();
        if (client.connected || over || aborted) {
            return;
        }
        long patience = tcp.connectTimeout().toNanos();
        if (syns == offsets.size() || nowNanos - startNanos >= patience) {
            fail(nowNanos);
            return;
        }
        synNanos = nowNanos;
        syns++;
        network.synSent();
        packet(client, SYN, tcp.headerBytes() + TcpSettings.SYN_OPTION_BYTES, nowNanos);
        long next = syns < offsets.size() ? offsets.get(syns).toNanos() : lastWaitEnds(offsets);
        time.at(startNanos + Math.min(next, patience), this::synDue);
    }

    /** Returns the end of the wait after the last SYN, which is twice the wait before. */
    private static long lastWaitEnds(List<Duration> offsets) {
        long last = offsets.get(offsets.size() - 1).toNanos();
        long before = offsets.size() < 2 ? 0 : offsets.get(offsets.size() - 2).toNanos();
        return last + Math.max(1_000_000_000L, 2 * (last - before));
    }

    private void synAck(long nowNanos) {
        synAckNanos = nowNanos;
        synAcks++;
        packet(server, SYN_ACK, tcp.headerBytes() + TcpSettings.SYN_OPTION_BYTES, nowNanos);
    }

    private void synAckDue(int retry, long nowNanos) {
        if (server.connected || over) {
            return;
        }
        if (retry > 0) {
            synAck(nowNanos);
        }
        if (retry < SYN_ACK_RETRIES) {
            time.at(nowNanos + (tcp.synAckTimeout().toNanos() << retry), now -> synAckDue(retry + 1, now));
        }
    }

    private void packet(End from, int segment, int bytes, long nowNanos) {
        if (from.gone || (aborted && from.isClient)) {
            return;
        }
        from.packets++;
        boolean forward = from.isClient == fromSource;
        long arrival = network.link.send(nowNanos, forward, bytes, key, from.packets);
        from.in.acknowledged();
        if (arrival == SimulatedLink.LOST) {
            return;
        }
        if (network.link.resets(arrival, forward)) {
            time.at(arrival, now -> answerWithReset(from, now));
            return;
        }
        End to = from.isClient ? server : client;
        int got = from.in.next();
        long[] above = from.in.aboveGap();
        time.at(arrival, now -> arrived(to, segment, got, above, now));
    }

    /** Answers a packet with a reset, as an end does that has no such connection. */
    private void answerWithReset(End sender, long nowNanos) {
        End to = sender.isClient ? server : client;
        to.packets++;
        boolean forward = to.isClient == fromSource;
        long arrival = network.link.send(nowNanos, forward, tcp.headerBytes(), key, to.packets);
        if (arrival != SimulatedLink.LOST) {
            time.at(arrival, now -> reset(sender, now));
        }
    }

    private void reset(End end, long nowNanos) {
        if (over) {
            return;
        }
        if (end.isClient) {
            fail(nowNanos);
        } else {
            end.gone = true;
        }
    }

    private void arrived(End at, int segment, int got, long[] above, long nowNanos) {
        if (over) {
            return;
        }
        if (aborted && at.isClient) {
            // The packet is answered with a reset, which is assumed to arrive.
            close(nowNanos);
            return;
        }
        if (at.gone) {
            answerWithReset(client, nowNanos);
            return;
        }
        if (segment == SYN) {
            boolean first = synAcks == 0;
            if (!server.connected) {
                synAck(nowNanos);
            }
            if (first) {
                synAckDue(0, nowNanos);
            }
            return;
        }
        if (segment == SYN_ACK) {
            acknowledge(at, nowNanos);
        }
        connect(at, nowNanos);
        if (aborted && at.isClient) {
            return;
        }
        at.out.acknowledged(got, above, segment >= 0, nowNanos);
        if (at.isClient && !receiptTold) {
            if (at.out.allAcknowledged()) {
                receiptTold = true;
                listener.received(nowNanos);
            } else if (got > gotSoFar) {
                gotSoFar = got;
                listener.progressed(nowNanos);
            }
        }
        if (segment >= 0) {
            receive(at, segment, nowNanos);
        }
        settle(at, nowNanos);
    }

    private void connect(End end, long nowNanos) {
        if (end.connected) {
            return;
        }
        end.connected = true;
        int transmissions = end.isClient ? syns : synAcks;
        if (transmissions == 1 || tcp.timestamps()) {
            end.rtt.sample(nowNanos - (end.isClient ? synNanos : synAckNanos));
        }
        if (transmissions > 2) {
            end.out.beginCarefully();
        }
        if (end.isClient) {
            listener.connected(nowNanos);
        }
        if (turns.get(0).byClient() == end.isClient) {
            think(nowNanos);
        }
    }

    private void receive(End at, int segment, long nowNanos) {
        boolean inOrder = at.in.take(segment);
        if (!inOrder || at.in.enough(tcp.ackEvery())) {
            acknowledge(at, nowNanos);
        } else {
            time.at(nowNanos + tcp.delayedAck().toNanos(), now -> {
                if (at.in.owesAcknowledgement() && !over) {
                    acknowledge(at, now);
                }
            });
        }
        boolean heard = turn < turns.size() && speaker() != at && at.in.next() >= turnEnd;
        if (heard) {
            turnEnd = Integer.MAX_VALUE;
            int number = turn++;
            listener.turnHeard(number, nowNanos);
            if (turn < turns.size() && !listener.holds(turn)) {
                think(nowNanos);
            }
        }
    }

    private End speaker() {
        return turns.get(turn).byClient() ? client : server;
    }

    private void think(long nowNanos) {
        time.notBefore(nowNanos + turns.get(turn).after().toNanos(), this::speak);
    }

    private void speak(long nowNanos) {
        if (over || (aborted && speaker().isClient)) {
            return;
        }
        Turn own = turns.get(turn);
        boolean last = !kept && turn == turns.size() - 1;
        End end = speaker();
        int segments = (own.bytes() + tcp.mss() - 1) / tcp.mss();
        turnEnd = end.out.written() + segments;
        receiptTold &= !end.isClient;
        end.out.write(own.bytes(), last, nowNanos);
        settle(end, nowNanos);
    }

    private void acknowledge(End end, long nowNanos) {
        packet(end, ACK, tcp.headerBytes(), nowNanos);
    }

    /** Ends the connection or sets the timer, after any event that may have changed either. */
    private void settle(End end, long nowNanos) {
        if (end.out.failed()) {
            fail(nowNanos);
        } else if (!kept && turn == turns.size() && client.out.allAcknowledged() && server.out.allAcknowledged()) {
            over = true;
        } else {
            end.schedule();
        }
    }

    private void fail(long nowNanos) {
        if (aborted) {
            close(nowNanos);
            return;
        }
        over = true;
        listener.failed(nowNanos);
    }

    private void close(long nowNanos) {
        if (!over) {
            over = true;
            listener.closed(nowNanos);
        }
    }

    /**
     * Resets the connection. This end sends no more. Data that it has written and the other has not acknowledged are discarded;
     * packets on the wire still arrive. The listener is called for turns of this end that are completed by them, and then
     * {@link ConversationListener#closed}. Has no effect on a connection that has ended.
     */
    public void abort() {
        if (over || aborted) {
            return;
        }
        aborted = true;
        time.at(time.nowNanos() + LINGER_NANOS, this::close);
    }

    /** Sends the turn that the listener {@linkplain ConversationListener#holds holds}, now. */
    public void speak() {
        speak(time.nowNanos());
    }

    /**
     * Adds turns to a connection that was kept and whose last turn has been received. The numbers of turns continue. Must not
     * be called by the listener.
     *
     * @param more the further turns
     */
    public void say(Dialogue more) {
        turns.addAll(more.turns());
        think(time.nowNanos());
    }

    private final class End {
        private final boolean isClient;
        private final TcpRoundTrip rtt = new TcpRoundTrip(tcp.minRto().toNanos(), tcp.minRtoOfWhole());
        private final Sender out = Sender.of(tcp, rtt, this::send);
        private final ReceivedSegments in = new ReceivedSegments();
        private boolean connected;
        private boolean gone;
        private int packets;
        private long scheduledNanos = VirtualTime.NEVER;

        private End(boolean isClient) {
            this.isClient = isClient;
        }

        private void send(int segment, int payloadBytes, long nowNanos) {
            packet(this, segment, tcp.headerBytes() + payloadBytes, nowNanos);
        }

        /** Schedules the timer. Only one event waits at a time; it schedules itself again if it comes too early. */
        private void schedule() {
            long at = out.timerNanos();
            if (at < scheduledNanos) {
                scheduledNanos = at;
                time.at(Math.max(at, time.nowNanos()), this::timer);
            }
        }

        private void timer(long nowNanos) {
            if (over || gone || (aborted && isClient)) {
                return;
            }
            if (nowNanos >= scheduledNanos) {
                scheduledNanos = VirtualTime.NEVER;
            }
            if (out.timerNanos() <= nowNanos) {
                out.timeElapsed(nowNanos);
            }
            settle(this, nowNanos);
        }
    }
}
