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

/** Sockets of Linux, whose TCP_INFO counts the segments that are not confirmed. The only class that needs epoll. */
final class EpollSockets extends Sockets {
    static boolean isAvailable() {
        return Epoll.isAvailable();
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
    Confirmed confirmed(Channel channel, long sinceMillis) {
        if (!(channel instanceof EpollSocketChannel socket) || !socket.isActive()) {
            return Confirmed.NOTHING_NEW;
        }
        try {
            EpollTcpInfo info = socket.tcpInfo();
            if (info.unacked() == 0) {
                return Confirmed.ALL;
            }
            return info.lastAckRecv() < sinceMillis ? Confirmed.SOME : Confirmed.NOTHING_NEW;
        } catch (ChannelException closed) {
            return Confirmed.NOTHING_NEW;
        }
    }
}
