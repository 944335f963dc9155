package io.github.restartoracle.wsrm.internal.queue;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.SequenceRefusedException;
import io.github.restartoracle.internal.attempt.SequenceRefusedException.Code;
import io.github.restartoracle.wsrm.internal.conduit.AnswerCheckIn;
import io.github.restartoracle.wsrm.internal.conduit.AttemptExchange;
import io.github.restartoracle.wsrm.internal.rm.RmHeaders;
import java.util.List;
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
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Has an attempt refused whose answer is a fault that ends its sequence for the source. CXF ignores such a fault, and restarts
 * would go on for ever. The path decides on the consequence. Stateless.
 */
public final class SequenceFaultIn extends AbstractPhaseInterceptor<Message> {
    /** Creates an interceptor for the incoming faults of a bus. */
    public SequenceFaultIn() {
        super(Phase.UNMARSHAL);
        addAfter(Soap11FaultInInterceptor.class.getName());
        addAfter(Soap12FaultInInterceptor.class.getName());
    }

    @Override
    public void handleMessage(Message message) {
        nameRefusal(message);
        Attempt attempt = AnswerCheckIn.answered(message);
        Optional<Code> refusal = attempt == null ? Optional.empty() : refusal(message);
        if (attempt != null
                && refusal.isPresent()
                && RmHeaders.sequence(message.getExchange().getOutMessage(), true) != null) {
            attempt.refuse(new SequenceRefusedException(refusal.get()));
            AttemptExchange.refuse(message);
        }
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

    /**
     * Returns the refusal of a sequence in a fault. SOAP 1.2 has it in the subcode of the fault, SOAP 1.1 in a header (WS-RM
     * 1.2, section 4).
     */
    private static Optional<Code> refusal(Message message) {
        Stream<QName> codes = Stream.empty();
        if (message.getContent(Exception.class) instanceof SoapFault fault) {
            List<QName> subcodes = fault.getSubCodes() == null ? List.of() : fault.getSubCodes();
            codes = Stream.concat(Stream.ofNullable(fault.getFaultCode()), subcodes.stream());
        }
        return Stream.concat(codes.map(QName::getLocalPart), codesInHeaders(message))
                .flatMap(code -> Code.of(code).stream())
                .findFirst();
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
