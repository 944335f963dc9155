package io.github.restartoracle.benchmarks.jmh;

import io.github.restartoracle.benchmarks.lab.testbed.Sink;
import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import io.github.restartoracle.wsrm.internal.queue.OracleRetransmissionQueue;
import io.github.restartoracle.wsrm.internal.queue.QueueOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.cxf.Bus;
import org.apache.cxf.binding.Binding;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.jaxws.JaxWsClientFactoryBean;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.service.Service;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.rm.ProtocolVariation;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.RetransmissionQueue;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.soap.RetransmissionQueueImpl;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement.AcknowledgementRange;
import org.apache.cxf.ws.rm.v200702.SequenceType;

/**
 * A retransmission queue with one sequence, driven directly: messages are added as if they had been sent once, and
 * acknowledgements come in as CXF applies them. No message is transmitted. The code is the same for every queue.
 */
final class QueueBench implements AutoCloseable {
    private static final String ADDRESS = "http://127.0.0.1:9/sink";

    private static final long HOUR_MILLIS = 3_600_000;

    private final Bus bus = new ExtensionManagerBus();
    private final RMManager manager = new RMManager();
    private final RetransmissionQueue queue;
    private final SourceSequence sequence;
    private final Endpoint endpoint;
    private final List<Message> messages = new ArrayList<>();

    /**
     * Creates a queue without messages, and the messages that can be added to it.
     *
     * @param name {@code cxf} for the queue that comes with CXF, or {@code restart-oracle} for the queue of this project
     */
    QueueBench(String name, int count) throws RMException {
        manager.setBus(bus);
        queue = queue(name, manager);
        manager.setRetransmissionQueue(queue);
        endpoint = endpoint(bus);
        Identifier identifier = new Identifier();
        identifier.setValue("urn:sequence:benchmark");
        sequence = new SourceSequence(identifier, null, null, count, false, ProtocolVariation.RM11WSA200508);
        for (int number = 1; number <= count; number++) {
            messages.add(message(identifier, number));
        }
        manager.getReliableEndpoint(messages.get(0)).getSource().addSequence(sequence);
    }

    /** Creates a queue in which no message becomes due while a benchmark runs. */
    private static RetransmissionQueue queue(String name, RMManager manager) {
        switch (name) {
            case "cxf" -> {
                manager.getConfiguration().setBaseRetransmissionInterval(HOUR_MILLIS);
                RetransmissionQueue queue = new RetransmissionQueueImpl(manager);
                queue.start();
                return queue;
            }
            case "restart-oracle" -> {
                Settings settings =
                        Settings.of(Map.of("oracle", "fixed", "initial-timeout", "1h", "max-timeout", "1h"));
                QueueOptions options = QueueOptions.of(settings, OracleCatalog.load());
                NanoClock clock = NanoClock.system();
                return new OracleRetransmissionQueue(manager, options, TransmissionListener.NONE, clock);
            }
            default -> throw new IllegalArgumentException("no such queue: " + name);
        }
    }

    private static Endpoint endpoint(Bus bus) {
        JaxWsClientFactoryBean factory = new JaxWsClientFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(Sink.class);
        factory.setAddress(ADDRESS);
        return factory.create().getEndpoint();
    }

    private Message message(Identifier identifier, long number) {
        Exchange exchange = new ExchangeImpl();
        exchange.put(Bus.class, bus);
        exchange.put(Endpoint.class, endpoint);
        exchange.put(Service.class, endpoint.getService());
        exchange.put(Binding.class, endpoint.getBinding());
        exchange.setOneWay(true);
        Message message = new SoapMessage(new MessageImpl());
        message.put(Message.REQUESTOR_ROLE, true);
        message.setExchange(exchange);
        exchange.setOutMessage(message);
        SequenceType sequenceHeader = new SequenceType();
        sequenceHeader.setIdentifier(identifier);
        sequenceHeader.setMessageNumber(number);
        RMProperties properties = new RMProperties();
        properties.setSequence(sequenceHeader);
        RMContextUtils.storeRMProperties(message, properties, true);
        AddressingProperties addressing = new AddressingProperties();
        addressing.setTo(ContextUtils.getAttributedURI(ADDRESS));
        RMContextUtils.storeMAPs(addressing, message, true, true);
        return message;
    }

    /** Adds all messages. */
    void addAll() {
        for (Message message : messages) {
            queue.addUnacknowledged(message);
        }
    }

    /** Applies an acknowledgement. */
    void acknowledge(SequenceAcknowledgement acknowledgement) throws RMException {
        sequence.setAcknowledged(acknowledgement);
    }

    /** Returns the number of messages that are not acknowledged. */
    int unacknowledged() {
        return queue.countUnacknowledged(sequence);
    }

    /** Returns an acknowledgement of all messages up to a number. */
    static SequenceAcknowledgement upTo(long number) {
        SequenceAcknowledgement acknowledgement = new SequenceAcknowledgement();
        acknowledgement.getAcknowledgementRange().add(range(1, number));
        return acknowledgement;
    }

    /** Returns an acknowledgement of every other message of the first {@code count}, so that each is a range of its own. */
    static SequenceAcknowledgement everyOther(int count) {
        SequenceAcknowledgement acknowledgement = new SequenceAcknowledgement();
        for (long number = 1; number <= count; number += 2) {
            acknowledgement.getAcknowledgementRange().add(range(number, number));
        }
        return acknowledgement;
    }

    private static AcknowledgementRange range(long lower, long upper) {
        AcknowledgementRange range = new AcknowledgementRange();
        range.setLower(lower);
        range.setUpper(upper);
        return range;
    }

    @Override
    public void close() {
        if (queue instanceof OracleRetransmissionQueue own) {
            own.close();
        }
        manager.getTimer().cancel();
        bus.shutdown(false);
    }
}
