package io.github.restartoracle.http;

import io.netty.channel.Channel;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;

/**
 * The sockets of the platform: NIO, or Linux' epoll if its native part is on the class path, which tells what the next
 * machine has confirmed.
 *
 * <p>Thread-safe; immutable.
 */
class Sockets {
    /** What the next machine has confirmed of the bytes that were handed to the operating system. */
    enum Confirmed {
        ALL,
        /** More than at the last look, and not all. */
        SOME,
        /** No more than at the last look, or it cannot be told. */
        NOTHING_NEW
    }

    /** Returns epoll's sockets if they can be had. */
    static Sockets best() {
        try {
            if (EpollSockets.isAvailable()) {
                return new EpollSockets();
            }
        } catch (LinkageError notOnTheClassPath) {
            // NIO it is.
        }
        return new Sockets();
    }

    IoHandlerFactory handlers() {
        return NioIoHandler.newFactory();
    }

    Class<? extends Channel> channel() {
        return NioSocketChannel.class;
    }

    /** {@link #confirmed} can tell. */
    boolean tellsReceipt() {
        return false;
    }

    /**
     * Returns what has been confirmed.
     *
     * @param channel a connected channel
     * @param sinceMillis when the last look was, in milliseconds before now
     */
    Confirmed confirmed(Channel channel, long sinceMillis) {
        return Confirmed.NOTHING_NEW;
    }
}
