package io.github.restartoracle.mail.internal.spool;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/**
 * A mail in the spool. It stays at its place until the next {@link Spool#commit}.
 *
 * @param key its name
 * @param batch the file that it lies in
 * @param offset its first byte there
 * @param octets its number of bytes
 */
public record SpooledMail(MailKey key, Path batch, long offset, long octets) {
    /**
     * Opens the mail for reading.
     *
     * @return its bytes, without a buffer; the caller closes them
     * @throws IOException if the file cannot be read
     */
    public InputStream open() throws IOException {
        return new Section(batch, offset, octets);
    }
}
