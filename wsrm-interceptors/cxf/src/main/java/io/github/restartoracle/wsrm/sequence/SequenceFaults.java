package io.github.restartoracle.wsrm.sequence;

import org.apache.cxf.binding.soap.SoapFault;
import org.apache.cxf.ws.rm.RMConstants;

/** Explains in one line why a sequence could not be created. */
final class SequenceFaults {
    private static final int DEPTH = 20;

    private SequenceFaults() {}

    /** The reason for a person to read. A peer that answers without knowing WS-RM is told from one that is down. */
    static String explain(Throwable failure) {
        Throwable cause = failure;
        Throwable deepest = failure;
        // Causes may form a ring.
        for (int depth = 0; cause != null && depth < DEPTH; depth++) {
            if (cause instanceof SoapFault fault) {
                return explain(fault);
            }
            deepest = cause;
            cause = cause.getCause();
        }
        return deepest.toString();
    }

    private static String explain(SoapFault fault) {
        String code = fault.getFaultCode() == null ? "" : fault.getFaultCode().getLocalPart();
        boolean refused = code.equals(RMConstants.CREATE_SEQUENCE_REFUSED_FAULT_CODE)
                || (fault.getSubCode() != null
                        && fault.getSubCode().getLocalPart().equals(RMConstants.CREATE_SEQUENCE_REFUSED_FAULT_CODE));
        return refused
                ? "the peer refuses to create one (" + fault.getMessage() + ")"
                : "the peer answers CreateSequence with a fault, so it probably does not offer WS-ReliableMessaging ("
                        + fault.getMessage() + ")";
    }
}
