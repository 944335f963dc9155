package io.github.restartoracle.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.stream.ChunkedInput;

/** Feeds a large content to a connection as fast as the connection takes it. Confined to the event loop. */
final class BodyInput implements ChunkedInput<ByteBuf> {
    private final ByteChunks content;
    private int next;
    private long read;

    BodyInput(ByteChunks content) {
        this.content = content;
    }

    @Override
    public boolean isEndOfInput() {
        return next == content.chunks();
    }

    @Override
    public void close() {
        next = content.chunks();
    }

    @Override
    @SuppressWarnings("deprecation") // the interface still requires it
    public ByteBuf readChunk(ChannelHandlerContext context) {
        return readChunk(context.alloc());
    }

    @Override
    public ByteBuf readChunk(ByteBufAllocator allocator) {
        ByteBuf chunk = content.chunk(next++);
        read += chunk.readableBytes();
        return chunk;
    }

    @Override
    public long length() {
        return content.size();
    }

    @Override
    public long progress() {
        return read;
    }
}
