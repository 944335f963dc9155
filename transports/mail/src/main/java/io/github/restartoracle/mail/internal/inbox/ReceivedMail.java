package io.github.restartoracle.mail.internal.inbox;

import io.github.restartoracle.mail.internal.account.MailAddress;
import io.github.restartoracle.mail.internal.account.MailAddressException;
import io.github.restartoracle.mail.internal.mime.ContentType;
import io.github.restartoracle.mail.internal.mime.Header;
import io.github.restartoracle.mail.internal.mime.Part;
import io.github.restartoracle.mail.internal.mime.UnfitMailException;
import io.github.restartoracle.mail.internal.spool.MailKey;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A mail with a SOAP envelope for an endpoint here. Not thread-safe. */
public final class ReceivedMail implements AutoCloseable {
    private static final Pattern MESSAGE_ID = Pattern.compile("<[!-~&&[^<>]]{1,900}>");
    private static final Pattern CONTENT_ID = Pattern.compile("[!-~&&[^<>\"]]{1,250}");
    private static final Pattern FILE_NAME = Pattern.compile("[\\w.@+ -]{1,100}");

    private final Part root;
    private final Part soap;
    private final SoapAddressing addressing;
    private final @Nullable MailAddress author;
    private final boolean vouched;
    private final @Nullable String messageId;
    private final String boundary = "part." + UUID.randomUUID();

    ReceivedMail(Part root, Part soap, SoapAddressing addressing, @Nullable MailAddress author, boolean vouched)
            throws UnfitMailException {
        this.root = root;
        this.soap = soap;
        this.addressing = addressing;
        this.author = author;
        this.vouched = vouched;
        String id = root.header().only("message-id");
        this.messageId = id != null && MESSAGE_ID.matcher(id).matches() ? id : null;
    }

    SoapAddressing addressing() {
        return addressing;
    }

    /**
     * Returns the address in the From field. It may be forged, unless it is {@link #vouched}.
     *
     * @return null if there is not exactly one usable address
     */
    public @Nullable MailAddress author() {
        return author;
    }

    /**
     * Returns whether the own mail server vouches for the author.
     *
     * @return true if its Authentication-Results name the author's domain
     */
    public boolean vouched() {
        return vouched;
    }

    /**
     * Returns the {@code Message-ID}, for the {@code In-Reply-To} of an answer.
     *
     * @return with its brackets; null if it has none that could be repeated safely
     */
    public @Nullable String messageId() {
        return messageId;
    }

    /**
     * Returns whether the mail says that it answers another mail, as a response does (RFC 3834).
     *
     * @return true if it has an In-Reply-To, or was sent as an automatic reply
     */
    public boolean answers() {
        String submitted = root.header().first("auto-submitted");
        return inReplyTo() != null || (submitted != null && submitted.startsWith("auto-replied"));
    }

    /** Returns the identifier of the mail that it claims to answer, as the sender wrote it. */
    @Nullable
    String inReplyTo() {
        return root.header().first("in-reply-to");
    }

    /** Returns the addresses that the last server delivered it to. */
    List<MailAddress> deliveredTo() {
        List<MailAddress> addresses = new ArrayList<>();
        for (String name : List.of("delivered-to", "x-original-to")) {
            String value = root.header().first(name);
            try {
                if (value != null) {
                    addresses.add(MailAddress.of(Part.withoutBrackets(value)));
                }
            } catch (MailAddressException unusable) {
                // this field names no mail address
            }
        }
        return addresses;
    }

    /**
     * Returns further names of this message, so that a copy in another mail is recognized. Messages that WS-RM numbers have
     * none: WS-RM filters copies itself, and has to see them to acknowledge again.
     */
    List<String> names() throws IOException, UnfitMailException {
        if (addressing.sequenced()) {
            return List.of();
        }
        if (addressing.messageId() != null) {
            return List.of(hash("wsa", addressing.messageId()));
        }
        MessageDigest digest = MailKey.sha256();
        digest.update(("mail " + messageId + "\n").getBytes(StandardCharsets.UTF_8));
        digest(root, digest);
        return List.of(HexFormat.of().formatHex(digest.digest()));
    }

    private static void digest(Part part, MessageDigest digest) throws IOException, UnfitMailException {
        for (Part inner : part.parts()) {
            digest(inner, digest);
        }
        if (!part.type().isMultipart()) {
            try (InputStream in = new DigestInputStream(part.open(), digest)) {
                in.transferTo(OutputStream.nullOutputStream());
            }
        }
    }

    private static String hash(String kind, String text) {
        return HexFormat.of().formatHex(MailKey.sha256().digest((kind + " " + text).getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * Returns the content type of {@link #stream}.
     *
     * @return a type that CXF's binding and its attachments know
     */
    public String contentType() {
        if (root == soap) {
            return soap.type().toString();
        }
        Map<String, String> parameters = new LinkedHashMap<>(root.type().parameters());
        parameters.keySet().removeIf(name -> name.contains("*"));
        parameters.put("boundary", boundary);
        parameters.remove("start");
        return new ContentType("multipart/related", parameters).toString();
    }

    /**
     * Returns the charset of the envelope.
     *
     * @return by its byte order mark, its content type or its declaration
     * @throws IOException if the mail cannot be read
     */
    public String charset() throws IOException {
        try {
            return EnvelopeReader.charset(soap);
        } catch (UnfitMailException e) {
            throw new IOException(e);
        }
    }

    /**
     * Returns the SOAP action in the header of the mail.
     *
     * @return as the sender wrote it, null if there is none
     */
    public @Nullable String soapAction() {
        return root.header().first("soapaction");
    }

    /**
     * Returns the envelope or, if it has attachments, a multipart that begins with it. The multipart is written from the
     * decoded contents, with a boundary that occurs nowhere in it and no transfer encodings.
     *
     * @return a new stream at each call
     * @throws IOException if the mail cannot be read
     */
    public InputStream stream() throws IOException {
        try {
            if (root == soap) {
                return soap.open();
            }
            List<InputStream> streams = new ArrayList<>();
            append(streams, soap);
            for (Part part : root.parts()) {
                if (part != soap) {
                    append(streams, part);
                }
            }
            streams.add(bytes("\r\n--" + boundary + "--\r\n"));
            return new SequenceInputStream(Collections.enumeration(streams));
        } catch (UnfitMailException e) {
            throw new IOException(e);
        }
    }

    private void append(List<InputStream> streams, Part part) throws IOException, UnfitMailException {
        StringBuilder header = new StringBuilder(streams.isEmpty() ? "--" : "\r\n--").append(boundary);
        header.append("\r\nContent-Type: ").append(part == soap ? part.type().with("charset", charset()) : part.type());
        String id = part.contentId();
        if (id != null && CONTENT_ID.matcher(id).matches()) {
            header.append("\r\nContent-ID: <").append(id).append('>');
        }
        String name = fileName(part.header());
        if (name != null) {
            header.append("\r\nContent-Disposition: attachment; filename=\"")
                    .append(name)
                    .append('"');
        }
        streams.add(bytes(header.append("\r\n\r\n").toString()));
        streams.add(part.open());
    }

    /** Returns a plain file name without any directory, null if there is none or it has another form. */
    private static @Nullable String fileName(Header header) {
        String disposition = header.first("content-disposition");
        int at = disposition == null ? -1 : disposition.indexOf("filename=");
        if (disposition == null || at < 0) {
            return null;
        }
        String value = disposition.substring(at + "filename=".length()).split(";", 2)[0];
        String name = value.replace("\"", "").trim();
        name = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
        return FILE_NAME.matcher(name).matches() && !name.startsWith(".") ? name : null;
    }

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    @Override
    public void close() throws IOException {
        root.close();
    }
}
