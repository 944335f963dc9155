package io.github.restartoracle.store;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.apache.cxf.helpers.IOUtils;
import org.apache.cxf.io.CachedOutputStream;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.ProtocolVariation;
import org.apache.cxf.ws.rm.RMUtils;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement.AcknowledgementRange;

/** Sequences and messages without the endpoints around them. */
final class Sequences {
    static final String ENDPOINT = "{urn:test}Orders.{urn:test}OrdersPort@cxf";

    private Sequences() {}

    /** A sequence that has acknowledged numbers already, as CXF has it when it stores a message. */
    static DestinationSequence destination(String identifier, long... numbers) {
        SequenceAcknowledgement acknowledgement = new SequenceAcknowledgement();
        acknowledgement.setIdentifier(Row.identifier(identifier));
        for (long number : numbers) {
            AcknowledgementRange range = new AcknowledgementRange();
            range.setLower(number);
            range.setUpper(number);
            acknowledgement.getAcknowledgementRange().add(range);
        }
        return new DestinationSequence(
                Row.identifier(identifier),
                RMUtils.createAnonymousReference(),
                0,
                acknowledgement,
                ProtocolVariation.RM10WSA200408) {
            @Override
            public String getEndpointIdentifier() {
                return ENDPOINT;
            }
        };
    }

    static RMMessage message(long number, String content) {
        return message(number, content.getBytes(StandardCharsets.UTF_8));
    }

    static RMMessage message(long number, byte[] content) {
        try {
            CachedOutputStream out = new CachedOutputStream();
            IOUtils.copy(new ByteArrayInputStream(content), out);
            out.flush();
            RMMessage message = new RMMessage();
            message.setMessageNumber(number);
            message.setTo("http://localhost/orders");
            message.setCreatedTime(1234567890123L);
            message.setContentType("text/xml");
            message.setContent(out);
            return message;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String content(RMMessage message) {
        try {
            return new String(message.getContent().getBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
