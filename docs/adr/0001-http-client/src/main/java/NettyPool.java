import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.pool.AbstractChannelPoolHandler;
import io.netty.channel.pool.ChannelPool;
import io.netty.channel.pool.FixedChannelPool;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.AttributeKey;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Netty with its own FixedChannelPool of 256 connections for each peer. */
final class NettyPool implements Client {
    private static final AttributeKey<CompletableFuture<Void>> ANSWER = AttributeKey.valueOf("answer");

    private final MultiThreadIoEventLoopGroup group =
            new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("netty", true), NioIoHandler.newFactory());
    private final Map<InetSocketAddress, ChannelPool> pools = new ConcurrentHashMap<>();

    @Override
    public String name() {
        return "Netty FixedChannelPool";
    }

    @Override
    public Request send(InetSocketAddress to, Duration timeout) {
        ChannelPool pool = pools.computeIfAbsent(to, this::pool);
        CompletableFuture<Void> answer = new CompletableFuture<>();
        Future<Channel> acquired = pool.acquire();
        acquired.addListener(done -> {
            if (!done.isSuccess()) {
                answer.completeExceptionally(done.cause());
                return;
            }
            Channel channel = acquired.getNow();
            channel.attr(ANSWER).set(answer);
            Future<?> deadline = channel.eventLoop()
                    .schedule(() -> answer.completeExceptionally(new IOException("no answer")), timeout.toNanos(), TimeUnit.NANOSECONDS);
            answer.whenComplete((nothing, failure) -> {
                deadline.cancel(false);
                if (failure != null) {
                    channel.close();
                }
                pool.release(channel);
            });
            DefaultFullHttpRequest request = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/");
            request.headers().set("Host", "localhost");
            channel.writeAndFlush(request);
        });
        return new Request(answer, () -> {
            acquired.cancel(true);
            answer.cancel(false);
        });
    }

    private ChannelPool pool(InetSocketAddress to) {
        Bootstrap bootstrap = new Bootstrap()
                .group(group)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 30_000)
                .remoteAddress(to);
        return new FixedChannelPool(
                bootstrap,
                new AbstractChannelPoolHandler() {
                    @Override
                    public void channelCreated(Channel channel) {
                        channel.pipeline()
                                .addLast(new HttpClientCodec(), new HttpObjectAggregator(1 << 20))
                                .addLast(new SimpleChannelInboundHandler<FullHttpResponse>() {
                                    @Override
                                    protected void channelRead0(ChannelHandlerContext context, FullHttpResponse response) {
                                        context.channel().attr(ANSWER).get().complete(null);
                                    }
                                });
                    }
                },
                256);
    }

    @Override
    public void close() throws Exception {
        group.shutdownGracefully(0, 5, TimeUnit.SECONDS).sync();
    }
}
