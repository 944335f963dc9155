package io.github.restartoracle.http;

import io.github.restartoracle.wsrm.internal.log.Logs;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Set;
import jdk.net.ExtendedSocketOptions;
import org.slf4j.Logger;

/**
 * The sockets of the platform: Linux' epoll on the processors that its native part is made for, which reports the bytes that
 * the next machine has confirmed, or else NIO.
 *
 * <p>Thread-safe; immutable.
 */
class Sockets {
    private static final Logger LOG = Logs.of(Sockets.class);
    private static final boolean LINUX = "Linux".equals(System.getProperty("os.name"));
    private static final boolean CAN_SET_PROBES = canSetProbes();

    private static boolean canSetProbes() {
        try (SocketChannel probe = SocketChannel.open()) {
            return probe.supportedOptions()
                    .containsAll(Set.of(
                            ExtendedSocketOptions.TCP_KEEPIDLE,
                            ExtendedSocketOptions.TCP_KEEPINTERVAL,
                            ExtendedSocketOptions.TCP_KEEPCOUNT));
        } catch (IOException noSocket) {
            return false;
        }
    }

    /** The part that the next machine has confirmed of the bytes that were handed to the operating system. */
    enum Confirmed {
        ALL,
        /** More than at the last look, and not all. */
        SOME,
        /** The same as at the last look, or unknown. */
        NOTHING_NEW
    }

    /** Returns epoll's sockets if they are available. */
    static Sockets best() {
        try {
            Throwable obstacle = EpollSockets.obstacle();
            if (obstacle == null) {
                return new EpollSockets();
            }
            if (LINUX) {
                LOG.info(
                        "Netty's native library cannot be loaded, so messages that were received may be sent again:"
                                + " set the system property io.netty.native.workdir to a directory that is not"
                                + " mounted noexec ({})",
                        obstacle.getMessage());
            }
        } catch (LinkageError excluded) {
            LOG.debug("Netty's epoll is not on the class path", excluded);
        }
        return new Sockets();
    }

    /** The time after which a connection on which no data is sent is probed; the operating system's default is two hours. */
    static final int KEEP_ALIVE_IDLE_SECONDS = 60;

    static final int KEEP_ALIVE_INTERVAL_SECONDS = 15;

    /** The number of unanswered probes after which the connection fails. */
    static final int KEEP_ALIVE_PROBES = 8;

    IoHandlerFactory handlers() {
        return NioIoHandler.newFactory();
    }

    Class<? extends Channel> channel() {
        return NioSocketChannel.class;
    }

    /**
     * Lets the operating system find out that a peer has vanished: an attempt may wait for its response without a limit.
     *
     * @param bootstrap the bootstrap of later connections
     */
    void keepAlive(Bootstrap bootstrap) {
        bootstrap.option(ChannelOption.SO_KEEPALIVE, true);
        if (CAN_SET_PROBES) {
            bootstrap
                    .option(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPIDLE), KEEP_ALIVE_IDLE_SECONDS)
                    .option(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPINTERVAL), KEEP_ALIVE_INTERVAL_SECONDS)
                    .option(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPCOUNT), KEEP_ALIVE_PROBES);
        }
    }

    /** Returns whether {@link #confirmed} has information. */
    boolean tellsReceipt() {
        return false;
    }

    /**
     * Returns the part that has been confirmed.
     *
     * @param channel a connected channel
     * @param sinceMillis the time of the last look, in milliseconds before now
     * @param begunMillis the time when the first byte was written, in milliseconds before now
     * @param mayBlock true if more may have been written than the next machine has room for, so that the rest was not sent yet
     */
    Confirmed confirmed(Channel channel, long sinceMillis, long begunMillis, boolean mayBlock) {
        return Confirmed.NOTHING_NEW;
    }

    /**
     * Returns the time after which {@link #confirmed} sees that the next machine has no room.
     *
     * @param channel a connected channel
     * @return milliseconds since the confirmation of the last byte for which it had room
     */
    long blockShowsMillis(Channel channel) {
        return 0;
    }
}
