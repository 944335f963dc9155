package io.github.restartoracle.wsrm.sequence;

import io.github.restartoracle.pending.SampleUse;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.attempt.Attempt;
import io.github.restartoracle.wsrm.event.MessageId;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import java.io.IOException;
import java.util.Optional;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.apache.cxf.binding.soap.SoapFault;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.Soap11FaultInInterceptor;
import org.apache.cxf.binding.soap.interceptor.Soap12FaultInInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.RM11Constants;
import org.apache.cxf.ws.rm.RMConstants;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Ends the messages of a sequence that its destination refuses. CXF ignores that answer, and restarts would go on for ever.
 * The messages are given up, not put into another sequence, because the destination may have delivered some of them before.
 * Later calls, and messages that an operator retries, go into a new sequence.
 *
 * <p>A destination may report a sequence as unknown while it is starting, so this answer counts only when it comes again
 * some seconds later, without an acknowledgement in between. The other faults (WS-RM 1.2, section 4) count at once.
 * Thread-safe.
 */
public final class SequenceFaultIn extends AbstractPhaseInterceptor<Message> implements TransmissionListener {
    /** The faults that end a sequence for its source. */
    private enum Refusal {
        UNKNOWN(RMConstants.UNKNOWN_SEQUENCE_FAULT_CODE, "does not know its sequence"),
        TERMINATED(RMConstants.SEQUENCE_TERMINATED_FAULT_CODE, "has terminated its sequence"),
        CLOSED(RMConstants.SEQUENCE_CLOSED_FAULT_CODE, "has closed its sequence"),
        ROLLOVER(RMConstants.MESSAGE_NUMBER_ROLLOVER_FAULT_CODE, "accepts no higher message number in its sequence"),
        BEYOND_LAST("LastMessageNumberExceeded", "has seen the last message of its sequence");

        private final String code;
        private final String reason;

        Refusal(String code, String reason) {
            this.code = code;
            this.reason = reason;
        }

        static Optional<Refusal> of(@Nullable QName code) {
            return code == null ? Optional.empty() : of(code.getLocalPart());
        }

        static Optional<Refusal> of(String localPart) {
            return Stream.of(values())
                    .filter(refusal -> refusal.code.equals(localPart))
                    .findAny();
        }
    }

    /** Fails the attempt of a one-way message if its HTTP answer has status 500, even if the content is no fault. */
    public static final class Refusals extends AbstractPhaseInterceptor<Message> {
        private static final int SERVER_ERROR = 500;

        /** Creates an interceptor for the incoming messages of a bus. */
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

    /** Told of a sequence in which its destination takes no part any more. */
    public interface Forsaken {
        /**
         * Tells that a sequence must not be used any more.
         *
         * @param sent a message of it
         * @param sequence the sequence
         * @param reason for a person to read; continues "The destination"
         */
        void forsake(Message sent, Identifier sequence, String reason);
    }

    private final Forsaken forsaken;
    private final UnknownSequences unknown;

    /**
     * Creates an interceptor for the incoming faults of a bus.
     *
     * @param forsaken told of sequences that are refused
     * @param clock a monotonic clock
     */
    public SequenceFaultIn(Forsaken forsaken, NanoClock clock) {
        super(Phase.UNMARSHAL);
        addAfter(Soap11FaultInInterceptor.class.getName());
        addAfter(Soap12FaultInInterceptor.class.getName());
        this.forsaken = forsaken;
        this.unknown = new UnknownSequences(clock);
    }

    @Override
    public void handleMessage(Message message) {
        nameRefusal(message);
        Message sent = message.getExchange().getOutMessage();
        Attempt attempt = attempt(message);
        Refusal refusal = attempt == null ? null : refusal(message);
        RMProperties properties = refusal == null ? null : RMContextUtils.retrieveRMProperties(sent, true);
        if (attempt == null || refusal == null || properties == null || properties.getSequence() == null) {
            return;
        }
        Identifier sequence = properties.getSequence().getIdentifier();
        if (refusal == Refusal.UNKNOWN && !unknown.isCertain(sequence.getValue())) {
            return;
        }
        forsaken.forsake(sent, sequence, refusal.reason);
        attempt.undeliverable("the destination " + refusal.reason);
    }

    /** Gives a fault of SOAP 1.1 the code of a refused CreateSequence, so that its caller can tell it from other faults. */
    private static void nameRefusal(Message message) {
        String code = RMConstants.CREATE_SEQUENCE_REFUSED_FAULT_CODE;
        if (message.getContent(Exception.class) instanceof SoapFault fault
                && fault.getSubCode() == null
                && MessageUtils.isRequestor(message)
                && codesInHeaders(message).anyMatch(code::equals)) {
            fault.setSubCode(new QName(RM11Constants.NAMESPACE_URI, code));
        }
    }

    /** Records that the destination knows the sequence, because it acknowledges. */
    @Override
    public void acknowledged(MessageId message, int attempts, SampleUse use, long arrivedNanos) {
        unknown.known(message.sequence());
    }

    /** Returns the attempt that the message answers; null if there is none. */
    private static @Nullable Attempt attempt(Message answer) {
        Message sent = answer.getExchange().getOutMessage();
        return sent == null || !MessageUtils.isRequestor(answer) ? null : Attempt.of(sent);
    }

    /**
     * Returns the refusal in a fault; null if there is none. SOAP 1.2 has it in the subcode of the fault, SOAP 1.1 in a
     * header (WS-RM 1.2, section 4).
     */
    private static @Nullable Refusal refusal(Message message) {
        Optional<Refusal> refusal = Optional.empty();
        if (message.getContent(Exception.class) instanceof SoapFault fault) {
            refusal = Refusal.of(fault.getFaultCode());
            if (refusal.isEmpty() && fault.getSubCodes() != null) {
                refusal = fault.getSubCodes().stream()
                        .flatMap(code -> Refusal.of(code).stream())
                        .findFirst();
            }
        }
        if (refusal.isEmpty()) {
            refusal = codesInHeaders(message)
                    .flatMap(code -> Refusal.of(code).stream())
                    .findFirst();
        }
        return refusal.orElse(null);
    }

    private static Stream<String> codesInHeaders(Message message) {
        return message instanceof SoapMessage soap
                ? soap.getHeaders().stream()
                        .filter(header -> header.getName().getLocalPart().equals(RMConstants.SEQUENCE_FAULT_NAME))
                        .flatMap(header ->
                                header.getObject() instanceof Element fault ? code(fault).stream() : Stream.empty())
                : Stream.empty();
    }

    private static Optional<String> code(Element fault) {
        NodeList codes = fault.getElementsByTagNameNS("*", "FaultCode");
        if (codes.getLength() != 1) {
            return Optional.empty();
        }
        String code = codes.item(0).getTextContent().trim();
        return Optional.of(code.substring(code.indexOf(':') + 1));
    }
}
