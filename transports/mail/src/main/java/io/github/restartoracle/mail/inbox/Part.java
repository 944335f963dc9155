package io.github.restartoracle.mail.inbox;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.cxf.io.CachedOutputStream;
import org.jspecify.annotations.Nullable;

/** A MIME entity: either parts, or contents without their transfer encoding, which large ones have in a temporary file. */
final class Part implements AutoCloseable {
    final Header header;
    final ContentType type;
    final List<Part> parts = new ArrayList<>();

    @Nullable
    CachedOutputStream content;

    Part(Header header, ContentType type) {
        this.header = header;
        this.type = type;
    }

    CachedOutputStream content() throws UnfitMailException {
        if (content == null) {
            throw new UnfitMailException("a multipart where content is expected");
        }
        return content;
    }

    /** Without its brackets, null if there is none. */
    @Nullable
    String contentId() throws UnfitMailException {
        String id = header.only("content-id");
        return id == null ? null : withoutBrackets(id);
    }

    static String withoutBrackets(String id) {
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
