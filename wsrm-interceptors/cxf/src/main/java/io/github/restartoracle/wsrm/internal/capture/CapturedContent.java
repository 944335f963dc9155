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
    private static final int THRESHOLD =
            Integer.getInteger("org.apache.cxf.io.CachedOutputStream.Threshold", 128 << 10);

    /** Empty if the content is in a file. */
    private final byte[] bytes;

    private final @Nullable CachedOutputStream file;

    private CapturedContent(byte[] bytes, @Nullable CachedOutputStream file) {
        this.bytes = bytes;
        this.file = file;
    }

    /** Takes an envelope that was written; the stream may be reused afterwards. */
    static CapturedContent of(ByteArrayOutputStream written) throws IOException {
        if (written.size() <= THRESHOLD) {
            return new CapturedContent(written.toByteArray(), null);
        }
        CachedOutputStream file = new CachedOutputStream(THRESHOLD);
        try {
            written.writeTo(file);
            file.flush();
        } catch (IOException e) {
            file.close();
            throw e;
        }
        return inFile(file);
    }

    /** Takes bytes that were saved; the stream belongs to the content from now on. */
    static CapturedContent of(CachedOutputStream saved) throws IOException {
        if (saved.getTempFile() == null) {
            byte[] bytes = saved.getBytes();
            saved.close();
            return new CapturedContent(bytes, null);
        }
        return inFile(saved);
    }

    private static CapturedContent inFile(CachedOutputStream file) {
        file.holdTempFile();
        return new CapturedContent(new byte[0], file);
    }

    long size() {
        return file == null ? bytes.length : file.size();
    }

    long heapBytes() {
        return bytes.length;
    }

    /** Opens the content; to be closed by the caller. */
    InputStream open() throws IOException {
        return file == null ? new ByteArrayInputStream(bytes) : file.getInputStream();
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
