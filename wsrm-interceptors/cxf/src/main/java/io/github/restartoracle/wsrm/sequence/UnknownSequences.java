package io.github.restartoracle.wsrm.sequence;

import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.attempt.Attempt;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.xml.namespace.QName;
import org.apache.cxf.binding.soap.SoapFault;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.Soap11FaultInInterceptor;
import org.apache.cxf.binding.soap.interceptor.Soap12FaultInInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.ManagedRMEndpoint;
import org.apache.cxf.ws.rm.RMConstants;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.Source;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Ends the messages of a sequence that its destination does not know any more, because it has lost its state: CXF ignores
 * that answer, and restarts would go on for ever. They are given up, not put into another sequence: the destination may
 * have delivered some of them before. What is called from then on goes into a new sequence.
 *
 * <p>A destination may say so too while it is starting, so the answer counts only when it comes again some seconds later.
 * Thread-safe.
 */
public final class UnknownSequences extends AbstractPhaseInterceptor<Message> {
    private static final Logger LOG = LoggerFactory.getLogger(UnknownSequences.class);
    private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** After such a time without the answer, it is another matter. */
    private static final long STALE_NANOS = TimeUnit.HOURS.toNanos(1);

    private static final int MANY = 1_024;

    /** An answer of HTTP that is no success, whatever is in it, means that the attempt has failed. */
    public static final class Refusals extends AbstractPhaseInterceptor<Message> {
        private static final int SERVER_ERROR = 500;

        /** An interceptor for the incoming messages of a bus. */
        public Refusals() {
            super(Phase.RECEIVE);
        }

        @Override
        public void handleMessage(Message message) {
            Attempt attempt = attempt(message);
            if (attempt != null
                    && message.getExchange().isOneWay()
                    && Integer.valueOf(SERVER_ERROR).equals(message.get(Message.RESPONSE_CODE))) {
                attempt.fail(new IOException("HTTP response 500"));
            }
        }
    }

    /** When the answer came for the first and for the last time. */
    private record Unknown(long firstNanos, long lastNanos, boolean told) {}

    private final RMManager manager;
    private final NanoClock clock;
    private final Map<String, Unknown> sequences = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Unknown> eldest) {
            return size() > MANY;
        }
    };

    /**
     * An interceptor for the incoming faults of a bus.
     *
     * @param manager the WS-RM manager of the bus
     * @param clock a monotonic clock
     */
    public UnknownSequences(RMManager manager, NanoClock clock) {
        super(Phase.UNMARSHAL);
        addAfter(Soap11FaultInInterceptor.class.getName());
        addAfter(Soap12FaultInInterceptor.class.getName());
        this.manager = manager;
        this.clock = clock;
    }

    @Override
    public void handleMessage(Message message) {
        Message sent = message.getExchange().getOutMessage();
        Attempt attempt = attempt(message);
        if (attempt == null || !isUnknown(message)) {
            return;
        }
        RMProperties properties = RMContextUtils.retrieveRMProperties(sent, true);
        if (properties != null && properties.getSequence() != null) {
            Identifier sequence = properties.getSequence().getIdentifier();
            if (counts(sequence.getValue())) {
                leave(sent, sequence);
                attempt.undeliverable("the destination does not know its sequence");
            }
        }
    }

    /** That which the message answers, if any. */
    private static @Nullable Attempt attempt(Message answer) {
        Message sent = answer.getExchange().getOutMessage();
        return sent == null || !MessageUtils.isRequestor(answer) ? null : Attempt.of(sent);
    }

    /** SOAP 1.2 has it in the subcode of the fault, SOAP 1.1 in a header (WS-RM 1.2, section 4). */
    private static boolean isUnknown(Message message) {
        if (message.getContent(Exception.class) instanceof SoapFault fault
                && (isUnknown(fault.getFaultCode())
                        || (fault.getSubCodes() != null
                                && fault.getSubCodes().stream().anyMatch(UnknownSequences::isUnknown)))) {
            return true;
        }
        return message instanceof SoapMessage soap
                && soap.getHeaders().stream()
                        .filter(header -> header.getName().getLocalPart().equals(RMConstants.SEQUENCE_FAULT_NAME))
                        .anyMatch(header -> header.getObject() instanceof Element fault && isUnknown(fault));
    }

    private static boolean isUnknown(Element fault) {
        NodeList codes = fault.getElementsByTagNameNS("*", "FaultCode");
        return codes.getLength() == 1
                && codes.item(0).getTextContent().trim().endsWith(RMConstants.UNKNOWN_SEQUENCE_FAULT_CODE);
    }

    private static boolean isUnknown(@Nullable QName code) {
        return code != null && code.getLocalPart().equals(RMConstants.UNKNOWN_SEQUENCE_FAULT_CODE);
    }

    private boolean counts(String sequence) {
        long nowNanos = clock.nanoTime();
        boolean counts;
        boolean news;
        synchronized (sequences) {
            Unknown former = sequences.get(sequence);
            if (former == null || nowNanos - former.lastNanos() > STALE_NANOS) {
                former = new Unknown(nowNanos, nowNanos, false);
            }
            counts = nowNanos - former.firstNanos() >= GRACE_NANOS;
            news = counts && !former.told();
            sequences.put(sequence, new Unknown(former.firstNanos(), nowNanos, counts));
        }
        if (news) {
            LOG.error(
                    "The destination does not know sequence {}, which it has lost or ended. Its messages are given up;"
                            + " further ones go into a new sequence",
                    sequence);
        }
        return counts;
    }

    /** Nothing new goes into the sequence. */
    private void leave(Message sent, Identifier sequence) {
        try {
            Source source = manager.getSource(sent);
            synchronized (source) {
                if (sequence.getValue()
                        .equals(new ManagedRMEndpoint(source.getReliableEndpoint()).getCurrentSourceSequenceId())) {
                    source.setCurrent(null);
                }
            }
        } catch (JMException none) {
            LOG.debug("There is no current sequence", none);
        } catch (RMException e) {
            LOG.warn("Sequence {} may be used further, although its destination does not know it", sequence, e);
        }
    }
}
