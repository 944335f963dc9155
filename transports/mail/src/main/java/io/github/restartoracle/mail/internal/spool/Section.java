package io.github.restartoracle.mail.internal.spool;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The bytes of a part of a file. Not thread-safe. */
final class Section extends InputStream {
    private final FileChannel channel;
    private final long end;
    private long position;

    Section(Path file, long offset, long octets) throws IOException {
        this.channel = FileChannel.open(file, StandardOpenOption.READ);
        this.position = offset;
        this.end = offset + octets;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (position >= end) {
            return -1;
        }
        int read = channel.read(ByteBuffer.wrap(bytes, offset, (int) Math.min(length, end - position)), position);
        if (read > 0) {
            position += read;
        }
        return read;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
