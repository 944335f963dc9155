package io.github.restartoracle.wsrm.internal.replay;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the written bytes, up to a limit, and writes them to a transport as well. When the transport fails, the rest is
 * kept all the same, because that is the case in which the copy is needed. The failure is thrown when the stream is closed.
 * Not thread-safe.
 */
final class KeepingStream extends OutputStream {
    private static final long NOTHING = -1;

    private final OutputStream transport;
    private final long limit;
    private final Consumer<byte[]> kept;
    private final ByteArrayOutputStream copy = new ByteArrayOutputStream();
    private @Nullable IOException failure;
    private boolean closed;

    /** Creates a stream whose bytes are kept when it is closed, unless there are more than the limit. */
    KeepingStream(OutputStream transport, long limit, Consumer<byte[]> kept) {
        this.transport = transport;
        this.limit = limit;
        this.kept = kept;
    }

    /** Creates a stream that keeps nothing itself, since the response is kept in another form. */
    static KeepingStream ofNothing(OutputStream transport) {
        return new KeepingStream(transport, NOTHING, body -> {});
    }

    private interface Step {
        void run() throws IOException;
    }

    private void onTransport(Step step) {
        if (failure == null) {
            try {
                step.run();
            } catch (IOException e) {
                failure = e;
            }
        }
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (copy.size() <= limit) {
            copy.write(bytes, offset, length);
        } else if (limit != NOTHING && failure != null) {
            // No copy is kept, so the writer need not go on.
            throw failure;
        }
        onTransport(() -> transport.write(bytes, offset, length));
    }

    @Override
    public void flush() {
        onTransport(transport::flush);
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        if (copy.size() <= limit) {
            kept.accept(copy.toByteArray());
        }
        onTransport(transport::close);
        if (failure != null) {
            throw failure;
        }
    }
}
