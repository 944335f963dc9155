package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.runtime.ThrottledWarning;
import java.util.Objects;
import java.util.function.Function;
import javax.xml.namespace.QName;
import org.apache.cxf.binding.soap.Soap12;
import org.apache.cxf.binding.soap.SoapBinding;
import org.apache.cxf.binding.soap.SoapFault;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.helpers.DOMUtils;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.addressing.Names;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.ProtocolVariation;
import org.apache.cxf.ws.rm.RM10Constants;
import org.apache.cxf.ws.rm.RM11Constants;
import org.apache.cxf.ws.rm.RMConstants;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.SequenceFault;
import org.apache.cxf.ws.rm.soap.SoapFaultFactory;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement;
import org.slf4j.Logger;
import org.w3c.dom.Element;

/**
 * Makes the faults for messages that break the rules of WS-RM, those of the standard where it has one. Each is logged, but
 * not oftener than a log can take. Thread-safe.
 */
final class InvalidMessages {
    private static final Logger LOG = Logs.of(InvalidMessages.class);

    private static final QName LAST_EXCEEDED = new QName(RM10Constants.NAMESPACE_URI, "LastMessageNumberExceeded");

    private final ThrottledWarning warning;

    InvalidMessages(NanoClock clock) {
        this.warning = new ThrottledWarning(LOG, clock);
    }

    /** Returns the fault for a Sequence header for which the standard has none. */
    Fault header(SoapMessage message, String defect) {
        return refused(
                message,
                new SoapFault(
                        "invalid Sequence header: " + defect,
                        message.getVersion().getSender()));
    }

    /** Returns the fault for an address for the answer that must not be called. */
    Fault replyTo(SoapMessage message, String address) {
        QName code = Names.DESTINATION_UNREACHABLE_QNAME;
        boolean soap12 = message.getVersion() instanceof Soap12;
        SoapFault fault = new SoapFault(
                Logs.printable(notCalled("ReplyTo", address)),
                soap12 ? message.getVersion().getSender() : code);
        if (soap12) {
            fault.setSubCode(code);
        }
        return refused(message, fault);
    }

    void ignoredFaultTo(String address) {
        warning.warn(notCalled("FaultTo", address), null);
    }

    /** Returns a text that tells why an address is not called, and how it could be. */
    static String notCalled(String name, String address) {
        return name + " \"" + address
                + "\" is not called: it is not on the host that the request comes from, nor listed in"
                + " restart-oracle.rm.reply-to";
    }

    Fault numberTooHigh(SoapMessage message, Identifier sequence) {
        SequenceFault fault = fault("The maximum value for wsrm:MessageNumber has been exceeded.", sequence);
        Element most =
                DOMUtils.getEmptyDocument().createElementNS(RM11Constants.NAMESPACE_URI, "wsrm:MaxMessageNumber");
        most.setTextContent(String.valueOf(Long.MAX_VALUE));
        fault.setExtraDetail(most);
        return refused(message, fault, RMConstants::getMessageNumberRolloverFaultCode);
    }

    /** Returns the fault for an acknowledgement of messages that were not sent. */
    Fault acknowledgement(SoapMessage message, SequenceAcknowledgement acknowledgement) {
        SequenceFault fault =
                new SequenceFault("The SequenceAcknowledgement violates the cumulative Acknowledgement invariant.");
        fault.setDetail(acknowledgement);
        return refused(message, fault, RMConstants::getInvalidAcknowledgmentFaultCode);
    }

    /** Returns the fault for a message that its sequence does not accept any more. */
    Fault ended(SoapMessage message, DestinationSequence sequence) {
        String reason = "The Sequence has ended and cannot accept new messages.";
        return refused(message, fault(reason, sequence.getIdentifier()), constants -> end(sequence, constants));
    }

    private static QName end(DestinationSequence sequence, RMConstants constants) {
        boolean closes = RM11Constants.NAMESPACE_URI.equals(constants.getWSRMNamespace());
        if (sequence.isTerminated() || (!closes && sequence.getLastMessageNumber() == 0)) {
            return constants.getSequenceTerminatedFaultCode();
        }
        return closes ? RM11Constants.SEQUENCE_CLOSED_FAULT_QNAME : LAST_EXCEEDED;
    }

    Fault unknown(SoapMessage message, Identifier sequence) {
        String reason = "The value of wsrm:Identifier is not a known Sequence identifier.";
        return refused(message, fault(reason, sequence), RMConstants::getUnknownSequenceFaultCode);
    }

    private static SequenceFault fault(String reason, Identifier detail) {
        SequenceFault fault = new SequenceFault(reason);
        fault.setDetail(detail);
        return fault;
    }

    private Fault refused(SoapMessage message, SequenceFault fault, Function<RMConstants, QName> code) {
        AddressingProperties addressing = ContextUtils.retrieveMAPs(message, false, false, false);
        ProtocolVariation protocol = addressing == null
                ? null
                : ProtocolVariation.findVariant(
                        RMContextUtils.retrieveRMProperties(message, false).getNamespaceURI(),
                        addressing.getNamespaceURI());
        if (protocol == null) {
            return refused(
                    message,
                    new SoapFault(fault.getReason(), message.getVersion().getSender()));
        }
        fault.setSender(true);
        fault.setFaultCode(code.apply(protocol.getConstants()));
        Refusal.answerAtOnce(message);
        return fault(message, fault);
    }

    /** Returns a fault of WS-RM as one of SOAP, in the version of the message, which CXF would take from the binding. */
    Fault fault(SoapMessage message, SequenceFault fault) {
        Refusal.logQuietly(message);
        return logged(new SoapFaultFactory(new SoapBinding(null, message.getVersion())).createFault(fault, message));
    }

    private Fault refused(SoapMessage message, Fault fault) {
        Refusal.answerAtOnce(message);
        return logged(fault);
    }

    private Fault logged(Fault fault) {
        warning.warn("A message was refused: " + Objects.requireNonNullElse(fault.getMessage(), ""), null);
        return fault;
    }
}
