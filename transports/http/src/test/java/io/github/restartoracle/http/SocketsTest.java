package io.github.restartoracle.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.socket.nio.NioChannelOption;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import jdk.net.ExtendedSocketOptions;
import org.junit.jupiter.api.Test;

/** Checks the probes of TCP: only they end an attempt whose peer has vanished without closing the connection. */
class SocketsTest {
    private static void assertProbes(Sockets sockets, Map<ChannelOption<Integer>, Integer> expected) throws Exception {
        EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, sockets.handlers());
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Bootstrap bootstrap =
                    new Bootstrap().group(group).channel(sockets.channel()).handler(new ChannelInboundHandlerAdapter());
            sockets.keepAlive(bootstrap);
            Channel channel =
                    bootstrap.connect(listening.getLocalSocketAddress()).sync().channel();
            assertThat(channel.config().getOption(ChannelOption.SO_KEEPALIVE)).isTrue();
            expected.forEach((option, value) -> assertThat(channel.config().getOption(option))
                    .as(option.name())
                    .isEqualTo(value));
        } finally {
            group.shutdownGracefully().sync();
        }
    }

    @Test
    void shouldProbeConnectionsOfNio() throws Exception {
        assertProbes(
                new Sockets(),
                Map.of(
                        NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPIDLE),
                        60,
                        NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPINTERVAL),
                        15,
                        NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPCOUNT),
                        8));
    }

    @Test
    void shouldProbeConnectionsOfEpoll() throws Exception {
        assertThat(Sockets.best()).isInstanceOf(EpollSockets.class);
        assertProbes(
                Sockets.best(),
                Map.of(
                        EpollChannelOption.TCP_KEEPIDLE,
                        60,
                        EpollChannelOption.TCP_KEEPINTVL,
                        15,
                        EpollChannelOption.TCP_KEEPCNT,
                        8));
    }
}
