package io.github.restartoracle.benchmarks.simulator.tcp;

import io.github.restartoracle.benchmarks.simulator.net.SimulatedLink;
import io.github.restartoracle.benchmarks.simulator.net.Trace;
import io.github.restartoracle.benchmarks.simulator.net.VirtualTime;
import io.github.restartoracle.benchmarks.simulator.tcp.Dialogue.Turn;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One connection, packet by packet: the handshake, then the turns of a dialogue. Not thread-safe. */
final class Conversation {
    private static final int SYN = -1;
    private static final int SYN_ACK = -2;
    private static final int ACK = -3;
    private static final int SYN_ACK_RETRIES = 5;

    private final VirtualTime time;
    private final SimulatedLink link;
    private final TcpSettings tcp;
    private final Dialogue dialogue;
    private final boolean fromSource;
    private final long key;
    private final ConversationListener listener;
    private final Runnable ended;
    private final @Nullable Trace trace;
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

    Conversation(
            VirtualTime time,
            SimulatedLink link,
            TcpSettings tcp,
            Dialogue dialogue,
            boolean fromSource,
            long key,
            ConversationListener listener,
            Runnable ended,
            @Nullable Trace trace) {
        this.time = time;
        this.link = link;
        this.tcp = tcp;
        this.dialogue = dialogue;
        this.fromSource = fromSource;
        this.key = key;
        this.listener = listener;
        this.ended = ended;
        this.trace = trace;
        this.startNanos = time.nowNanos();
        this.client = new End(true);
        this.server = new End(false);
    }

    void begin() {
        synDue(startNanos);
    }

    private void synDue(long nowNanos) {
        List<Duration> offsets = tcp.syn().offsets();
        if (client.connected || over) {
            return;
        }
        long patience = tcp.connectTimeout().toNanos();
        if (syns == offsets.size() || nowNanos - startNanos >= patience) {
            fail(nowNanos);
            return;
        }
        synNanos = nowNanos;
        syns++;
        packet(client, SYN, tcp.headerBytes() + TcpSettings.SYN_OPTION_BYTES, nowNanos);
        long next = syns < offsets.size() ? offsets.get(syns).toNanos() : lastWaitEnds(offsets);
        time.at(startNanos + Math.min(next, patience), this::synDue);
    }

    /** The wait after the last SYN is twice the one before. */
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
        from.packets++;
        boolean forward = from.isClient == fromSource;
        long arrival = link.send(nowNanos, forward, bytes, key, from.packets);
        from.in.acknowledged();
        if (arrival == SimulatedLink.LOST) {
            return;
        }
        if (trace != null) {
            trace.add(forward, from.packets, arrival, link.link().delay().toNanos());
        }
        End to = from.isClient ? server : client;
        int got = from.in.next();
        long[] above = from.in.aboveGap();
        time.arrivalAt(forward, arrival, now -> arrived(to, segment, got, above, now));
    }

    private void arrived(End at, int segment, int got, long[] above, long nowNanos) {
        if (over) {
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
        at.out.acknowledged(got, above, segment >= 0, nowNanos);
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
        if (dialogue.turns().get(0).byClient() == end.isClient) {
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
        boolean heard = turn < dialogue.turns().size() && speaker() != at && at.in.next() >= turnEnd;
        if (heard) {
            turnEnd = Integer.MAX_VALUE;
            int number = turn++;
            listener.turnHeard(number, nowNanos);
            if (turn < dialogue.turns().size()) {
                think(nowNanos);
            }
        }
    }

    private End speaker() {
        return dialogue.turns().get(turn).byClient() ? client : server;
    }

    private void think(long nowNanos) {
        Duration after = dialogue.turns().get(turn).after();
        if (after.isZero()) {
            speak(nowNanos);
        } else {
            time.at(nowNanos + after.toNanos(), this::speak);
        }
    }

    private void speak(long nowNanos) {
        if (over) {
            return;
        }
        Turn own = dialogue.turns().get(turn);
        boolean last = turn == dialogue.turns().size() - 1;
        End end = speaker();
        int segments = (own.bytes() + tcp.mss() - 1) / tcp.mss();
        turnEnd = end.out.written() + segments;
        end.out.write(own.bytes(), last, nowNanos);
        settle(end, nowNanos);
    }

    private void acknowledge(End end, long nowNanos) {
        packet(end, ACK, tcp.headerBytes(), nowNanos);
    }

    /** After anything that may have moved a timer, or been the last thing to happen. */
    private void settle(End end, long nowNanos) {
        if (end.out.failed()) {
            fail(nowNanos);
        } else if (turn == dialogue.turns().size() && client.out.allAcknowledged() && server.out.allAcknowledged()) {
            over = true;
            ended.run();
        } else {
            end.schedule();
        }
    }

    private void fail(long nowNanos) {
        over = true;
        ended.run();
        listener.failed(nowNanos);
    }

    private final class End {
        private final boolean isClient;
        private final RoundTrip rtt = new RoundTrip(tcp.minRto().toNanos());
        private final Outbound out = new Outbound(tcp, rtt, this::send);
        private final Inbound in = new Inbound();
        private boolean connected;
        private int packets;
        private long scheduledNanos = VirtualTime.NEVER;

        private End(boolean isClient) {
            this.isClient = isClient;
        }

        private void send(int segment, int payloadBytes, long nowNanos) {
            packet(this, segment, tcp.headerBytes() + payloadBytes, nowNanos);
        }

        /** One event at a time waits; it moves itself when it turns out to be early. */
        private void schedule() {
            long at = out.timerNanos();
            if (at < scheduledNanos) {
                scheduledNanos = at;
                time.at(Math.max(at, time.nowNanos()), this::timer);
            }
        }

        private void timer(long nowNanos) {
            if (over) {
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
