package io.github.restartoracle.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The content of a request or a response, in chunks that grow with it: it is never copied as a whole, and allocates at most
 * {@value #LARGEST} bytes more than its size.
 *
 * <p>Not thread-safe while it is written; afterwards it does not change.
 */
final class ByteChunks extends OutputStream {
    private static final int FIRST = 2 << 10;
    private static final int LARGEST = 64 << 10;

    private final List<byte[]> full = new ArrayList<>();
    private byte[] last = {};
    private int used;
    private long size;

    /** Creates an empty content. */
    ByteChunks() {}

    @Override
    public void write(int value) {
        if (used == last.length) {
            grow();
        }
        last[used++] = (byte) value;
        size++;
    }

    @Override
    public void write(byte[] from, int offset, int length) {
        int done = 0;
        while (done < length) {
            if (used == last.length) {
                grow();
            }
            int part = Math.min(length - done, last.length - used);
            System.arraycopy(from, offset + done, last, used, part);
            used += part;
            done += part;
        }
        size += length;
    }

    /** Appends the readable bytes of a buffer. */
    void write(ByteBuf from) {
        while (from.isReadable()) {
            if (used == last.length) {
                grow();
            }
            int part = Math.min(from.readableBytes(), last.length - used);
            from.readBytes(last, used, part);
            used += part;
            size += part;
        }
    }

    private void grow() {
        if (used > 0) {
            full.add(last);
        }
        last = new byte[Math.min(LARGEST, Math.max(FIRST, 2 * last.length))];
        used = 0;
    }

    long size() {
        return size;
    }

    int chunks() {
        return full.size() + (used > 0 ? 1 : 0);
    }

    /** Returns a view of a chunk. */
    ByteBuf chunk(int index) {
        return index < full.size() ? Unpooled.wrappedBuffer(full.get(index)) : Unpooled.wrappedBuffer(last, 0, used);
    }

    /** Returns a view of the whole content. */
    ByteBuf all() {
        ByteBuf[] views = new ByteBuf[chunks()];
        for (int i = 0; i < views.length; i++) {
            views[i] = chunk(i);
        }
        return Unpooled.wrappedBuffer(views);
    }

    InputStream open() {
        List<InputStream> streams = new ArrayList<>();
        full.forEach(chunk -> streams.add(new ByteArrayInputStream(chunk)));
        streams.add(new ByteArrayInputStream(last, 0, used));
        return streams.size() == 1 ? streams.get(0) : new SequenceInputStream(Collections.enumeration(streams));
    }
}
