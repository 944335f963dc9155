package io.github.restartoracle.mail.internal.mime;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.cxf.io.CachedOutputStream;
import org.jspecify.annotations.Nullable;

/** A MIME entity: either parts, or contents without their transfer encoding; large contents are in a temporary file. */
public final class Part implements AutoCloseable {
    private final Header header;
    private final ContentType type;
    final List<Part> parts = new ArrayList<>();

    @Nullable
    CachedOutputStream content;

    Part(Header header, ContentType type) {
        this.header = header;
        this.type = type;
    }

    /** Returns the fields. */
    public Header header() {
        return header;
    }

    /** Returns the type. */
    public ContentType type() {
        return type;
    }

    /** Returns the parts of a multipart, otherwise none. */
    public List<Part> parts() {
        return parts;
    }

    /** Opens the content, decoded; the caller closes it. */
    public InputStream open() throws IOException, UnfitMailException {
        return present().getInputStream();
    }

    /** Returns the octets of the content, decoded. */
    public long size() throws UnfitMailException {
        return present().size();
    }

    private CachedOutputStream present() throws UnfitMailException {
        if (content == null) {
            throw new UnfitMailException("a multipart where content is expected");
        }
        return content;
    }

    /** Returns the Content-ID without its brackets, null if there is none. */
    public @Nullable String contentId() throws UnfitMailException {
        String id = header.only("content-id");
        return id == null ? null : withoutBrackets(id);
    }

    /** Returns an identifier without the angle brackets around it, if it has them. */
    public static String withoutBrackets(String id) {
        return id.startsWith("<") && id.endsWith(">") && id.length() > 1 ? id.substring(1, id.length() - 1) : id;
    }

    @Override
    public void close() throws IOException {
        for (Part part : parts) {
            part.close();
        }
        if (content != null) {
            content.close();
        }
    }
}
