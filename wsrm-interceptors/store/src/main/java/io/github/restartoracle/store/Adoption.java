package io.github.restartoracle.store;

import io.github.restartoracle.wsrm.recovery.RecoveredMessage;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.cxf.Bus;
import org.apache.cxf.binding.Binding;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.service.Service;
import org.apache.cxf.service.model.BindingInfo;
import org.apache.cxf.service.model.InterfaceInfo;
import org.apache.cxf.service.model.ServiceInfo;
import org.apache.cxf.ws.rm.AbstractSequence;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMEndpoint;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.persistence.PersistenceUtils;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.apache.cxf.ws.rm.v200702.SequenceType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives an endpoint that is at work the sequences which another process has left. What is to be sent is sent, but nothing
 * new goes into such a sequence. Thread-safe.
 */
final class Adoption {
    private static final Logger LOG = LoggerFactory.getLogger(Adoption.class);

    private final DataSourceStore store;
    private final RMManager manager;
    private final String identifier;
    final Endpoint endpoint;
    private final @Nullable Client client;
    private final List<SourceSequence> adopted = new CopyOnWriteArrayList<>();

    Adoption(DataSourceStore store, RMManager manager, String identifier, Endpoint endpoint, @Nullable Client client) {
        this.store = store;
        this.manager = manager;
        this.identifier = identifier;
        this.endpoint = endpoint;
        this.client = client;
    }

    void adopt() {
        for (SourceSequence sequence : store.unheldSources(identifier)) {
            try {
                source(sequence);
            } catch (RMException | IOException | RuntimeException e) {
                failed(sequence, e);
                synchronized (store) {
                    store.sources.drop(sequence.getIdentifier().getValue());
                    stop(sequence);
                }
            }
        }
        for (DestinationSequence sequence : store.unheldDestinations(identifier)) {
            try {
                destination(sequence);
            } catch (RMException | IOException | RuntimeException e) {
                failed(sequence, e);
                synchronized (store) {
                    store.destinations.drop(sequence.getIdentifier().getValue());
                    stop(List.of(sequence));
                }
            }
        }
        adopted.removeIf(this::isDone);
    }

    private void failed(AbstractSequence sequence, Exception e) {
        LOG.error("Sequence {} cannot be given to {}; it is tried again", sequence, identifier, e);
    }

    private boolean isDone(SourceSequence sequence) {
        // A queue that has stopped has nothing either.
        boolean done = manager.getRetransmissionQueue().countUnacknowledged(sequence) == 0
                && store.getMessages(sequence.getIdentifier(), true).isEmpty();
        if (done) {
            sequence.getSource().removeSequence(sequence);
        }
        return done;
    }

    private void source(SourceSequence sequence) throws RMException, IOException {
        RMEndpoint reliable = reliable();
        reliable.getSource().addSequence(sequence, false);
        Collection<RMMessage> messages = store.getMessages(sequence.getIdentifier(), true);
        LOG.info("{} messages of sequence {} are taken over", messages.size(), sequence);
        for (RMMessage message : messages) {
            manager.getRetransmissionQueue()
                    .addUnacknowledged(RecoveredMessage.of(manager.getBus(), reliable, sequence, message));
        }
        adopted.add(sequence);
    }

    private void destination(DestinationSequence sequence) throws RMException, IOException {
        Collection<RMMessage> messages = store.getMessages(sequence.getIdentifier(), false);
        LOG.info("Sequence {} is taken over, {} of its messages are to be delivered", sequence, messages.size());
        reliable().getDestination().addSequence(sequence, false);
        for (RMMessage kept : messages) {
            Message message = message();
            RMProperties properties = new RMProperties();
            SequenceType header = new SequenceType();
            header.setIdentifier(sequence.getIdentifier());
            header.setMessageNumber(kept.getMessageNumber());
            properties.setSequence(header);
            properties.setCreatedTime(kept.getCreatedTime());
            RMContextUtils.storeRMProperties(message, properties, false);
            PersistenceUtils.decodeRMContent(kept, message);
            Position.delivering(sequence, kept.getMessageNumber());
            manager.getRedeliveryQueue().addUndelivered(message);
        }
    }

    /** A message of the endpoint, as CXF makes it when it recovers. */
    private Message message() {
        Message message = new MessageImpl();
        Exchange exchange = new ExchangeImpl();
        message.setExchange(exchange);
        if (client != null) {
            exchange.setConduit(client.getConduit());
            message.put(Message.REQUESTOR_ROLE, true);
        }
        exchange.put(Endpoint.class, endpoint);
        exchange.put(Service.class, endpoint.getService());
        exchange.put(Binding.class, endpoint.getBinding());
        exchange.put(BindingInfo.class, endpoint.getEndpointInfo().getBinding());
        exchange.put(Bus.class, manager.getBus());
        ServiceInfo service = endpoint.getEndpointInfo().getService();
        if (service != null) {
            exchange.put(ServiceInfo.class, service);
            exchange.put(InterfaceInfo.class, service.getInterface());
        }
        return message;
    }

    private RMEndpoint reliable() throws RMException {
        return manager.getReliableEndpoint(message());
    }

    /** Whatever this endpoint has of these sequences is given up; the store has dropped them. */
    void abandon(Collection<SourceSequence> sources, Collection<DestinationSequence> destinations) {
        adopted.removeAll(sources);
        stop(destinations);
    }

    private void stop(SourceSequence sequence) {
        manager.getRetransmissionQueue().stop(sequence);
        if (sequence.getSource() != null) {
            sequence.getSource().removeSequence(sequence);
        }
    }

    @SuppressWarnings("ReferenceEquality") // a later object for the same sequence is to stay
    private void stop(Collection<DestinationSequence> destinations) {
        try {
            RMEndpoint reliable = reliable();
            for (DestinationSequence sequence : destinations) {
                if (reliable.getDestination().getSequence(sequence.getIdentifier()) == sequence) {
                    manager.getRedeliveryQueue().stop(sequence);
                    reliable.getDestination().removeSequence(sequence);
                    Position.letGo(sequence);
                }
            }
        } catch (RMException e) {
            throw new IllegalStateException(e);
        }
    }
}
