package io.github.restartoracle.mail.mime;

import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeUtility;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Base64;
import java.util.List;

/** A part that has content of its own, and the fields that describe it, all but its encoding. */
final class Leaf {
    private final List<HeaderField> fields;
    private final InputStream content;
    private final boolean quotedPrintable;

    Leaf(List<HeaderField> fields, InputStream content, boolean quotedPrintable) {
        this.fields = List.copyOf(fields);
        this.content = content;
        this.quotedPrintable = quotedPrintable;
    }

    List<HeaderField> fields() throws UnsendableMailException {
        List<HeaderField> all = new java.util.ArrayList<>(fields);
        all.add(HeaderField.of("Content-Transfer-Encoding", quotedPrintable ? "quoted-printable" : "base64"));
        return all;
    }

    /** Writes the encoded content without a line end after it; only once. */
    void writeContent(OutputStream out) throws IOException {
        OutputStream kept = new FilterOutputStream(out) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                out.write(bytes, offset, length);
            }

            @Override
            public void close() throws IOException {
                // encoders close what they write to; the mail goes on
                flush();
            }
        };
        try (InputStream in = content;
                OutputStream encoded = quotedPrintable
                        ? MimeUtility.encode(kept, "quoted-printable")
                        : Base64.getMimeEncoder().wrap(kept)) {
            in.transferTo(encoded);
        } catch (MessagingException impossible) {
            throw new IOException(impossible);
        }
    }
}
