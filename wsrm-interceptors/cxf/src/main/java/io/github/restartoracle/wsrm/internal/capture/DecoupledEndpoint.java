package io.github.restartoracle.wsrm.internal.capture;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.transport.Conduit;
import org.apache.cxf.transport.Destination;
import org.apache.cxf.transport.MessageObserver;
import org.apache.cxf.ws.addressing.EndpointReferenceType;
import org.apache.cxf.ws.addressing.MAPAggregator;
import org.apache.cxf.ws.addressing.WSAContextUtils;
import org.apache.cxf.ws.addressing.impl.MAPAggregatorImpl;
import org.jspecify.annotations.Nullable;

/**
 * The decoupled endpoint of a client that is closed: its messages are acknowledged there. CXF shuts it down with the client,
 * also if another client has the same address, for which CXF has one destination. Thread-safe.
 */
final class DecoupledEndpoint implements Destination {
    /** The key of the time of the last try to open it, in an endpoint. */
    private static final String TRIED = DecoupledEndpoint.class.getName();

    private final Destination destination;

    private DecoupledEndpoint(Destination destination) {
        this.destination = destination;
    }

    /** Returns the destination of a client's decoupled endpoint; null if the client has none. */
    static @Nullable Destination of(Endpoint endpoint) {
        Destination known =
                endpoint.getEndpointInfo().getProperty(MAPAggregator.DECOUPLED_DESTINATION, Destination.class);
        return known instanceof DecoupledEndpoint kept ? kept.destination : known;
    }

    /**
     * Has CXF open the decoupled endpoint of the client that sends a message, if the client has one; returns whether CXF has
     * opened it now. An address that is in use is tried again after a while.
     */
    static boolean open(Message message, long nowNanos) {
        Endpoint endpoint = message.getExchange().getEndpoint();
        Conduit conduit = message.getExchange().getConduit(message);
        Long tried = (Long) endpoint.get(TRIED);
        if (of(endpoint) != null
                || conduit == null
                || conduit.getMessageObserver() == null
                || message.getContextualProperty(WSAContextUtils.REPLYTO_PROPERTY) == null
                || (tried != null && nowNanos - tried < TimeUnit.SECONDS.toNanos(5))) {
            return false;
        }
        endpoint.put(TRIED, nowNanos);
        Exchange exchange = new ExchangeImpl((ExchangeImpl) message.getExchange());
        exchange.setOneWay(true);
        Message call = new MessageImpl();
        call.put(Message.REQUESTOR_ROLE, message.get(Message.REQUESTOR_ROLE));
        exchange.setOutMessage(call);
        new MAPAggregatorImpl().handleMessage(call);
        return of(endpoint) != null;
    }

    /**
     * Hands the decoupled endpoint of a client over, if the client has one. CXF does not shut the endpoint down any more.
     *
     * @param next the client that gets the messages from now on; null to shut the endpoint down
     */
    static void handOver(Endpoint former, @Nullable Client next) {
        Destination destination = of(former);
        if (destination == null) {
            return;
        }
        former.getEndpointInfo().setProperty(MAPAggregator.DECOUPLED_DESTINATION, new DecoupledEndpoint(destination));
        destination.setMessageObserver(next == null ? null : Observers.of(next));
        if (next == null) {
            destination.shutdown();
        }
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
    public void setMessageObserver(MessageObserver observer) {
        // CXF takes the observer away when it destroys the client.
    }

    @Override
    public void shutdown() {
        // CXF calls this when it destroys the client, whose messages still wait.
    }

    /** Gives access to CXF's observer of a decoupled endpoint. */
    private static final class Observers extends MAPAggregatorImpl {
        static MessageObserver of(Client client) {
            return new InterposedMessageObserver(client.getBus(), client);
        }
    }
}
