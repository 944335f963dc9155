package io.github.restartoracle.wsrm.internal.capture;

import java.io.IOException;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.Conduit;
import org.apache.cxf.transport.Destination;
import org.apache.cxf.transport.MessageObserver;
import org.apache.cxf.ws.addressing.EndpointReferenceType;
import org.apache.cxf.ws.addressing.MAPAggregator;
import org.apache.cxf.ws.addressing.impl.MAPAggregatorImpl;
import org.jspecify.annotations.Nullable;

/**
 * The decoupled endpoint of a client that is closed: its messages are acknowledged there. CXF shuts it down with the client,
 * also if another client has the same address, for which CXF has one destination. Thread-safe.
 */
final class DecoupledEndpoint implements Destination {
    private final Destination destination;

    private DecoupledEndpoint(Destination destination) {
        this.destination = destination;
    }

    /** Returns the destination of a client's decoupled endpoint, null without one. */
    static @Nullable Destination of(Endpoint endpoint) {
        Destination known =
                endpoint.getEndpointInfo().getProperty(MAPAggregator.DECOUPLED_DESTINATION, Destination.class);
        return known instanceof DecoupledEndpoint kept ? kept.destination : known;
    }

    /** Keeps the decoupled endpoint of a client that is being destroyed, if it has one. */
    static void keep(ClosedClient client) {
        Endpoint endpoint = client.getEndpoint();
        Destination destination = of(endpoint);
        if (destination != null) {
            handTo(client, destination);
            endpoint.getEndpointInfo()
                    .setProperty(MAPAggregator.DECOUPLED_DESTINATION, new DecoupledEndpoint(destination));
        }
    }

    /** Hands what comes to a decoupled endpoint to another client of the same address, or ends it if there is none. */
    static void leave(Destination destination, @Nullable Client other) {
        if (other != null) {
            handTo(other, destination);
        } else {
            destination.setMessageObserver(null);
            destination.shutdown();
        }
    }

    private static void handTo(Client client, Destination destination) {
        destination.setMessageObserver(Observers.of(client));
    }

    @Override
    public EndpointReferenceType getAddress() {
        return destination.getAddress();
    }

    @Override
    public Conduit getBackChannel(Message message) throws IOException {
        return destination.getBackChannel(message);
    }

    @Override
    public MessageObserver getMessageObserver() {
        return destination.getMessageObserver();
    }

    @Override
    public void setMessageObserver(MessageObserver none) {
        // The client that is destroyed.
    }

    @Override
    public void shutdown() {
        // The client that is destroyed.
    }

    /** Gives access to CXF's observer of a decoupled endpoint. */
    private static final class Observers extends MAPAggregatorImpl {
        static MessageObserver of(Client client) {
            return new InterposedMessageObserver(client.getBus(), client);
        }
    }
}
