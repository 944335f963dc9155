package io.github.restartoracle.mail.internal.mime;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.cxf.io.CachedOutputStream;

/**
 * Composes mails from SOAP messages. The fields are: From, To, Date, Message-ID (random, in the domain of the sender and
 * without a host name), Subject (advisory), {@code Auto-Submitted} and In-Reply-To (RFC 3834), {@code
 * X-Auto-Response-Suppress}, SOAPAction for SOAP 1.1, and Content-Type with its action for SOAP 1.2. Thread-safe.
 */
public final class MailComposer {
    private static final int MAX_SUBJECT = 200;

    private final boolean quotedPrintable;
    private final int maxBytes;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    /**
     * Creates a composer.
     *
     * @param quotedPrintable true to send the SOAP part as quoted-printable instead of base64; the others never are
     * @param maxBytes the greatest mail that is made, in bytes
     * @param clock tells the Date
     */
    public MailComposer(boolean quotedPrintable, int maxBytes, Clock clock) {
        this.quotedPrintable = quotedPrintable;
        this.maxBytes = maxBytes;
        this.clock = clock;
    }

    /**
     * Composes a mail.
     *
     * @param envelope the sender and the recipient
     * @param payload the message as CXF has written it; read, not closed
     * @return the mail, to be closed
     * @throws UnsendableMailException if a field would carry something else than printable ASCII (a SOAP action with a line
     *     break), or the mail would be too large
     * @throws IOException if the body cannot be read
     */
    public OutgoingMail compose(Envelope envelope, SoapPayload payload) throws IOException {
        requireSize(payload.body().size());
        String id = randomHex();
        ContentType type = type(payload.contentType());
        List<HeaderField> fields = fields(envelope, id, payload, type);
        CachedOutputStream rendered = new CachedOutputStream();
        try {
            if (type.isMultipart()) {
                writeMultipart(rendered, fields, payload, type);
            } else {
                writeSimple(rendered, fields, payload, type);
            }
            rendered.lockOutputStream();
            requireSize(rendered.size());
            return new OutgoingMail(envelope, id, rendered);
        } catch (IOException | RuntimeException failure) {
            rendered.close();
            throw failure;
        }
    }

    private static ContentType type(String text) throws UnsendableMailException {
        HeaderField.requirePrintable("Content-Type", text);
        try {
            return ContentType.of(text);
        } catch (UnfitMailException malformed) {
            throw new UnsendableMailException(String.valueOf(malformed.getMessage()));
        }
    }

    private void requireSize(long bytes) throws UnsendableMailException {
        if (bytes > maxBytes) {
            throw new UnsendableMailException(
                    "the mail would be larger than limits.mail-bytes (" + maxBytes + " bytes)");
        }
    }

    private List<HeaderField> fields(Envelope envelope, String id, SoapPayload payload, ContentType type)
            throws UnsendableMailException {
        String action = payload.soapAction() == null ? type.parameter("action") : payload.soapAction();
        String subject = action == null || action.replace("\"", "").isBlank()
                ? "SOAP message"
                : "SOAP " + HeaderField.harmless(action.replace("\"", ""), MAX_SUBJECT);
        List<HeaderField> fields = new ArrayList<>();
        fields.add(HeaderField.of("From", envelope.sender().toString()));
        fields.add(HeaderField.of("To", envelope.recipient().toString()));
        fields.add(HeaderField.of(
                "Date",
                DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.ofInstant(clock.instant(), ZoneOffset.UTC))));
        fields.add(HeaderField.of("Message-ID", OutgoingMail.messageId(id, envelope)));
        if (envelope.inReplyTo() != null) {
            fields.add(HeaderField.of("In-Reply-To", envelope.inReplyTo()));
            fields.add(HeaderField.of("References", envelope.inReplyTo()));
        }
        fields.add(HeaderField.of("Subject", subject));
        fields.add(HeaderField.of("Auto-Submitted", envelope.reply() ? "auto-replied" : "auto-generated"));
        fields.add(HeaderField.of("X-Auto-Response-Suppress", "All"));
        if (payload.soapAction() != null) {
            fields.add(HeaderField.of("SOAPAction", payload.soapAction()));
        }
        fields.add(HeaderField.of("MIME-Version", "1.0"));
        return fields;
    }

    private void writeSimple(OutputStream out, List<HeaderField> fields, SoapPayload payload, ContentType type)
            throws IOException {
        write(out, fields);
        write(
                out,
                List.of(HeaderField.folded(
                        "Content-Type", type.withCharset("UTF-8").folded())));
        try (InputStream content = payload.body().getInputStream()) {
            writeContent(out, content, quotedPrintable);
        }
    }

    private void writeMultipart(OutputStream out, List<HeaderField> fields, SoapPayload payload, ContentType type)
            throws IOException {
        // Neither base64 nor quoted-printable can contain this, so the parts need not be searched for it.
        String boundary = "=_" + randomHex();
        write(out, fields);
        write(
                out,
                List.of(HeaderField.folded(
                        "Content-Type", type.with("boundary", boundary).folded())));
        endLine(out);
        try (InputStream body = payload.body().getInputStream();
                Part whole = MimeReader.readBody(body, payload.contentType())) {
            if (whole.parts().isEmpty()) {
                throw new UnsendableMailException("the multipart message has no parts");
            }
            String start = type.parameter("start");
            for (Part part : whole.parts()) {
                boolean root = start == null
                        ? part == whole.parts().get(0)
                        : start.equals(part.header().first("content-id"));
                text(out, "--" + boundary + "\r\n");
                write(out, SoapParts.fields(part, root ? payload.soapAction() : null));
                try (InputStream content = part.open()) {
                    writeContent(out, content, root && quotedPrintable);
                }
            }
        } catch (UnfitMailException malformed) {
            throw new UnsendableMailException("the multipart message is malformed: " + malformed.getMessage());
        }
        text(out, "--" + boundary + "--\r\n");
    }

    /** Writes the encoding, which ends a header section, and the content. */
    private static void writeContent(OutputStream out, InputStream content, boolean quoted) throws IOException {
        write(out, List.of(HeaderField.of("Content-Transfer-Encoding", quoted ? "quoted-printable" : "base64")));
        endLine(out);
        SoapParts.encode(content, quoted, out);
        endLine(out);
    }

    private static void write(OutputStream out, List<HeaderField> fields) throws IOException {
        for (HeaderField field : fields) {
            text(out, field.toString());
        }
    }

    private static void endLine(OutputStream out) throws IOException {
        text(out, "\r\n");
    }

    private static void text(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private String randomHex() {
        byte[] bytes = new byte[16];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
