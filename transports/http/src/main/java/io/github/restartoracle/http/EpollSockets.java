package io.github.restartoracle.http;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.epoll.EpollTcpInfo;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Sockets of Linux, whose TCP_INFO counts the segments that are not confirmed. The only class that needs epoll. */
final class EpollSockets extends Sockets {
    /** Linux's shortest retransmission timeout. */
    private static final long SHORTEST_TIMEOUT_MILLIS = 200;

    private static final long SLACK_MILLIS = 50;

    /** The longest tick of the clock by which the kernel dates segments. */
    private static final long TICK_MILLIS = 10;

    /** Returns the reason why epoll cannot be used; null if it can. */
    static @Nullable Throwable obstacle() {
        return Epoll.unavailabilityCause();
    }

    @Override
    IoHandlerFactory handlers() {
        return EpollIoHandler.newFactory();
    }

    @Override
    Class<? extends Channel> channel() {
        return EpollSocketChannel.class;
    }

    @Override
    void keepAlive(Bootstrap bootstrap) {
        bootstrap
                .option(ChannelOption.SO_KEEPALIVE, true)
                .option(EpollChannelOption.TCP_KEEPIDLE, KEEP_ALIVE_IDLE_SECONDS)
                .option(EpollChannelOption.TCP_KEEPINTVL, KEEP_ALIVE_INTERVAL_SECONDS)
                .option(EpollChannelOption.TCP_KEEPCNT, KEEP_ALIVE_PROBES);
    }

    @Override
    boolean tellsReceipt() {
        return true;
    }

    @Override
    Confirmed confirmed(Channel channel, long sinceMillis, long begunMillis, boolean mayBlock) {
        if (!(channel instanceof EpollSocketChannel socket) || !socket.isActive()) {
            return Confirmed.NOTHING_NEW;
        }
        try {
            EpollTcpInfo info = socket.tcpInfo();
            // If the next machine has no room, no segment is in flight, and the kernel asks at growing intervals if
            // there is room.
            boolean blocked = mayBlock && info.backoff() > 0;
            // A segment that cannot leave this machine is not in flight either.
            boolean heard = info.lastAckRecv() <= begunMillis + TICK_MILLIS;
            if (info.unacked() == 0 && heard && !blocked) {
                return Confirmed.ALL;
            }
            return info.lastAckRecv() < sinceMillis ? Confirmed.SOME : Confirmed.NOTHING_NEW;
        } catch (ChannelException closed) {
            return Confirmed.NOTHING_NEW;
        }
    }

    @Override
    long blockShowsMillis(Channel channel) {
        if (!(channel instanceof EpollSocketChannel socket) || !socket.isActive()) {
            return 0;
        }
        try {
            long timeoutMillis = TimeUnit.MICROSECONDS.toMillis(socket.tcpInfo().rto());
            return Math.max(SHORTEST_TIMEOUT_MILLIS, timeoutMillis) + SLACK_MILLIS;
        } catch (ChannelException closed) {
            return 0;
        }
    }
}
