package io.github.restartoracle.store;

import io.github.restartoracle.wsrm.internal.destination.AcceptedMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.cxf.helpers.IOUtils;
import org.apache.cxf.io.CachedOutputStream;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.ProtocolVariation;
import org.apache.cxf.ws.rm.RMUtils;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement.AcknowledgementRange;

/** Sequences and messages without the endpoints around them. */
final class TestSequences {
    static final String ENDPOINT = "{urn:test}Orders.{urn:test}OrdersPort@cxf";
    static final EndpointKey CLIENT = new EndpointKey(EndpointKey.Role.CLIENT, ENDPOINT, "http://supplier/orders");
    static final EndpointKey SERVER = new EndpointKey(EndpointKey.Role.SERVER, ENDPOINT, "http:/orders");

    private TestSequences() {}

    /** Returns a sequence that has acknowledged the numbers, as CXF has it when it stores a message. */
    static DestinationSequence destination(String identifier, long... numbers) {
        SequenceAcknowledgement acknowledgement = new SequenceAcknowledgement();
        acknowledgement.setIdentifier(Messages.identifier(identifier));
        for (long number : numbers) {
            AcknowledgementRange range = new AcknowledgementRange();
            range.setLower(number);
            range.setUpper(number);
            acknowledgement.getAcknowledgementRange().add(range);
        }
        return new DestinationSequence(
                Messages.identifier(identifier),
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

    /** Creates a destination sequence in a store. */
    static DestinationSequence created(DataSourceStore store, String identifier) {
        DestinationSequence sequence = destination(identifier);
        store.createDestinationSequence(sequence);
        return sequence;
    }

    /** Returns the sequences that a client gets when it is opened. */
    static List<SourceSequence> sources(DataSourceStore store) {
        store.nodes.takeOver(key -> key.admits(CLIENT));
        return store.sourceTables.of(CLIENT, store.nodes.token()).stream()
                .map(SourceTables.Stored::sequence)
                .peek(sequence -> store.sources.hold(sequence, store.nodes.token()))
                .toList();
    }

    /** Returns the sequences that an endpoint gets when it is opened. */
    static List<DestinationSequence> destinations(DataSourceStore store) {
        store.nodes.takeOver(key -> key.admits(SERVER));
        List<DestinationSequence> found = new ArrayList<>();
        for (StoredDestination stored :
                store.destinationTables.of(SERVER, store.nodes.token(), id -> !store.destinations.holds(id))) {
            DestinationSequence sequence = stored.sequence();
            store.destinations.hold(sequence, store.nodes.token());
            store.received.recovered(stored);
            found.add(sequence);
        }
        return found;
    }

    static AcceptedMessage message(long number, String content) {
        return message(number, content.getBytes(StandardCharsets.UTF_8));
    }

    static AcceptedMessage message(long number, byte[] content) {
        try {
            CachedOutputStream out = new CachedOutputStream();
            IOUtils.copy(new ByteArrayInputStream(content), out);
            out.flush();
            AcceptedMessage message = new AcceptedMessage();
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
