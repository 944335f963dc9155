package io.github.restartoracle.http;

import io.github.restartoracle.internal.attempt.PathResources;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.HttpChunkedInput;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.stream.ChunkedWriteHandler;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * One TCP connection of a path, used by one transmission at a time and idle in between.
 *
 * <p>Not thread-safe; confined to the event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // no action is possible for a channel that cannot be closed
final class HttpConnection extends ChannelInboundHandlerAdapter {
    private static final int IDLE_SECONDS = 30;
    private static final int MAX_CHUNK = 8 << 10;
    private static final Pattern KEEP_ALIVE_TIMEOUT = Pattern.compile("(?i)\\btimeout\\s*=\\s*\"?(\\d{1,6})");

    private final Transmitter transmitter;
    private final Route route;
    private final PathResources resources;
    private @Nullable Channel channel;
    private @Nullable Transmission user;
    private @Nullable ReplyReader reader;
    private @Nullable Future<?> expiry;
    private long lastHeardNanos;
    private boolean reused;
    private boolean responding;

    HttpConnection(Transmitter transmitter, Route route, PathResources resources, Transmission user) {
        this.transmitter = transmitter;
        this.route = route;
        this.resources = resources;
        this.user = user;
    }

    Route route() {
        return route;
    }

    PathResources resources() {
        return resources;
    }

    /** Returns the time at which data was last received, or the connection was made. */
    long lastHeardNanos() {
        return lastHeardNanos;
    }

    /** Returns whether an earlier request was answered on this connection. */
    boolean reused() {
        return reused;
    }

    /** Returns whether a byte of the present response has arrived. */
    boolean responding() {
        return responding;
    }

    /** Returns the part of the request that the next machine has confirmed since the last look, so many milliseconds ago. */
    Sockets.Confirmed confirmed(long sinceMillis, long begunMillis, boolean mayBlock) {
        return transmitter.sockets().confirmed(channel(), sinceMillis, begunMillis, mayBlock);
    }

    /** Returns the time after which it shows that the next machine has no room. */
    long blockShowsMillis() {
        return transmitter.sockets().blockShowsMillis(channel());
    }

    boolean isOpen() {
        return channel != null && channel.isActive();
    }

    /** Sets the channel, which was made and connects. */
    void opened(Channel made) {
        channel = made;
    }

    /** Installs HTTP and TLS on the connected channel; the future completes when requests can be written. */
    Future<?> connected(int handshakeMillis) {
        Channel open = channel();
        lastHeardNanos = transmitter.clock().nanoTime();
        Future<?> ready = open.newSucceededFuture();
        ChannelPipeline pipeline = open.pipeline();
        String own = pipeline.context(this).name();
        Tls tls = route.tls();
        if (tls != null) {
            SslHandler ssl = new SslHandler(tls.engine(route), resources.receiving());
            ssl.setHandshakeTimeoutMillis(handshakeMillis);
            pipeline.addBefore(own, null, ssl);
            ready = ssl.handshakeFuture();
        }
        pipeline.addBefore(own, null, new FirstByte());
        HttpDecoderConfig limits = new HttpDecoderConfig()
                .setMaxInitialLineLength(HttpSettings.MAX_HEAD_BYTES)
                .setMaxHeaderSize(HttpSettings.MAX_HEAD_BYTES)
                .setMaxChunkSize(MAX_CHUNK);
        pipeline.addBefore(own, null, new HttpClientCodec(limits, false, false));
        pipeline.addBefore(own, null, new ChunkedWriteHandler());
        return ready;
    }

    @Nullable
    SSLSession session() {
        SslHandler ssl = channel().pipeline().get(SslHandler.class);
        return ssl == null ? null : ssl.engine().getSession();
    }

    /** Assigns this idle connection to a transmission. */
    void take(Transmission next) {
        cancelExpiry();
        user = next;
        responding = false;
    }

    /** Sends the request; the future completes when its last byte was handed to the operating system. */
    ChannelFuture write(HttpCall call) {
        reader = new ReplyReader(call.limits().responseBytes(), resources.responses());
        if (!call.isLarge()) {
            return channel().writeAndFlush(call.request());
        }
        channel().write(call.head());
        return channel().writeAndFlush(new HttpChunkedInput(new BodyInput(call.body())));
    }

    /** Ends the present transmission, and keeps the connection for the next one if it may be kept. */
    void release(HttpReply reply, boolean mayBeKept) {
        user = null;
        reader = null;
        reused = true;
        int seconds = idleSeconds(reply);
        if (mayBeKept && isOpen() && seconds > 0 && transmitter.idle().offer(this)) {
            expiry = transmitter.loop().schedule(this::expire, seconds, TimeUnit.SECONDS);
        } else {
            close();
        }
    }

    /** Closes normally: bytes that were written are still delivered. */
    void close() {
        cancelExpiry();
        if (channel != null) {
            channel.close();
        }
    }

    /** Closes so that no byte that is still in a buffer of this process or the kernel is ever sent. */
    void abort() {
        user = null;
        if (reader != null) {
            reader.release();
            reader = null;
        }
        if (channel == null) {
            return;
        }
        try {
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
            channel.close();
        } catch (RuntimeException neverOpened) {
            // A channel that is closed, or was never opened, needs no reset.
            channel = null;
        }
    }

    private void expire() {
        transmitter.idle().remove(this);
        close();
    }

    private void cancelExpiry() {
        if (expiry != null) {
            expiry.cancel(false);
            expiry = null;
        }
    }

    /** Returns one second less than the server says: a request that coincides with the server's close costs a retry. */
    private static int idleSeconds(HttpReply reply) {
        for (String value : reply.headers().getOrDefault("Keep-Alive", List.of())) {
            Matcher timeout = KEEP_ALIVE_TIMEOUT.matcher(value);
            if (timeout.find()) {
                return Math.min(IDLE_SECONDS, Integer.parseInt(timeout.group(1)) - 1);
            }
        }
        return IDLE_SECONDS;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object received) {
        try {
            ReplyReader reading = reader;
            Transmission waiting = user;
            if (reading == null || waiting == null) {
                lost(new IOException("the server sent data without a request"));
                return;
            }
            HttpReply reply = reading.read(received);
            if (reply != null) {
                waiting.answered(this, reply, reading);
            }
        } catch (IOException | RuntimeException | Error notAResponse) {
            Transmission waiting = user;
            abort();
            if (waiting != null) {
                waiting.fail(notAResponse);
            }
        } finally {
            ReferenceCountUtil.release(received);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        lost(new IOException("the server closed the connection before the response was complete"));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        Throwable root = cause.getCause();
        lost(cause instanceof DecoderException && root != null ? root : cause);
    }

    /** Closes the connection, which is of no use any more, and reports the cause to its transmission. */
    void lost(Throwable cause) {
        Transmission waiting = user;
        transmitter.idle().remove(this);
        cancelExpiry();
        abort();
        if (waiting != null) {
            waiting.connectionLost(this, cause);
        }
    }

    private Channel channel() {
        if (channel == null) {
            throw new IllegalStateException("no channel yet");
        }
        return channel;
    }

    /** Notes the first bytes of a response, before they are parsed. */
    private final class FirstByte extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object received) {
            responding = true;
            lastHeardNanos = transmitter.clock().nanoTime();
            context.fireChannelRead(received);
        }
    }
}
