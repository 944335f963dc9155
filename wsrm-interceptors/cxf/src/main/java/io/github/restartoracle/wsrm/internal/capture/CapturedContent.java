package io.github.restartoracle.wsrm.internal.capture;

import io.github.restartoracle.wsrm.internal.log.Logs;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import org.apache.cxf.io.CachedOutputStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The captured envelope or attachment of a message: in memory, or in a temporary file if it is larger than CXF's threshold ({@code
 * org.apache.cxf.io.CachedOutputStream.Threshold}, 128 KiB by default).
 *
 * <p>Thread-safe; may be read by several threads until it is {@linkplain #free freed}.
 */
final class CapturedContent {
    private static final Logger LOG = Logs.of(CapturedContent.class);
    private static final int THRESHOLD = threshold();

    private final byte @Nullable [] bytes;
    private final @Nullable CachedOutputStream file;
    private final long size;

    private CapturedContent(byte @Nullable [] bytes, @Nullable CachedOutputStream file, long size) {
        this.bytes = bytes;
        this.file = file;
        this.size = size;
    }

    private static int threshold() {
        return Integer.getInteger("org.apache.cxf.io.CachedOutputStream.Threshold", 128 << 10);
    }

    /**
     * Takes the bytes that were written.
     *
     * @param written the envelope; may be reused afterwards
     * @throws IOException if the temporary file cannot be written
     */
    static CapturedContent of(ByteArrayOutputStream written) throws IOException {
        int size = written.size();
        if (size <= THRESHOLD) {
            return new CapturedContent(written.toByteArray(), null, size);
        }
        CachedOutputStream file = new CachedOutputStream(THRESHOLD);
        try {
            written.writeTo(file);
            file.flush();
        } catch (IOException e) {
            file.close();
            throw e;
        }
        file.holdTempFile();
        return new CapturedContent(null, file, size);
    }

    /**
     * Takes the bytes that were saved.
     *
     * @param saved the bytes; the stream belongs to this object from now on
     * @throws IOException if it cannot be read
     */
    static CapturedContent of(CachedOutputStream saved) throws IOException {
        if (saved.getTempFile() == null) {
            byte[] bytes = saved.getBytes();
            saved.close();
            return new CapturedContent(bytes, null, bytes.length);
        }
        saved.holdTempFile();
        return new CapturedContent(null, saved, saved.size());
    }

    /** {@return the size in bytes} */
    long size() {
        return size;
    }

    /** {@return the bytes that it takes in memory} */
    long heapBytes() {
        return bytes == null ? 0 : bytes.length;
    }

    /**
     * Opens the content; to be closed by the caller.
     *
     * @throws IOException if the temporary file cannot be read
     */
    InputStream open() throws IOException {
        if (bytes != null) {
            return new ByteArrayInputStream(bytes);
        }
        if (file == null) {
            throw new IllegalStateException("a content is in memory or in a file");
        }
        return file.getInputStream();
    }

    /** Deletes the temporary file, if there is one. */
    void free() {
        if (file == null) {
            return;
        }
        File path = file.getTempFile();
        file.releaseTempFileHold();
        try {
            file.close();
        } catch (IOException e) {
            LOG.debug("Closing the temporary file of a message failed", e);
        }
        // CXF keeps a file for ever if a stream of it was opened and never closed.
        if (path != null && path.exists() && !path.delete()) {
            LOG.warn("The temporary file {} of a message that is no longer needed could not be deleted", path);
        }
    }
}
