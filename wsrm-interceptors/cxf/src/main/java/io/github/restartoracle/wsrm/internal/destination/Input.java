package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.wsrm.internal.log.Logs;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.io.DelegatingInputStream;
import org.apache.cxf.message.Message;
import org.jspecify.annotations.Nullable;

/** The bytes of a request, of which interceptors have read only a part. */
public final class Input {
    /** A flag that keeps CXF's HTTP transport from reading and dropping the rest of a request before it answers. */
    private static final String CACHED = "cxf.io.cacheinput";

    private Input() {}

    /**
     * Reads a request to its end. The service reads attachments itself, so most of a message may still be in flight when it
     * is accepted. May block until the transport gives up the request, so it comes before all for which copies wait.
     *
     * @throws Fault that refuses the message: its request has ended early
     */
    public static void complete(Message message) {
        try {
            readBehindBody(message.getContent(XMLStreamReader.class));
        } catch (XMLStreamException e) {
            throw Refusal.of(message, Logs.printable("the envelope has no end: " + e.getMessage()));
        }
        DelegatingInputStream input = message.getContent(DelegatingInputStream.class);
        if (input == null || message.put(CACHED, true) != null) {
            return;
        }
        Checked rest = new Checked(input.getInputStream());
        input.setInputStream(rest);
        input.cacheInput();
        if (rest.failure != null) {
            throw Refusal.of(message, "the request has ended before its message: " + rest.failure.getMessage());
        }
    }

    /** Reads an envelope to its end, unless the service reads its body itself. */
    private static void readBehindBody(@Nullable XMLStreamReader envelope) throws XMLStreamException {
        while (envelope != null && envelope.hasText() && envelope.isWhiteSpace()) {
            envelope.next();
        }
        if (envelope != null && envelope.isEndElement() && "Body".equals(envelope.getLocalName())) {
            while (envelope.hasNext()) {
                envelope.next();
            }
        }
    }

    /** Remembers a failure, which CXF would take for the end of the input. */
    private static final class Checked extends FilterInputStream {
        @Nullable
        IOException failure;

        Checked(InputStream from) {
            super(from);
        }

        @Override
        public int read() throws IOException {
            try {
                return in.read();
            } catch (IOException e) {
                failure = e;
                throw e;
            }
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            try {
                return in.read(bytes, offset, length);
            } catch (IOException e) {
                failure = e;
                throw e;
            }
        }
    }
}
