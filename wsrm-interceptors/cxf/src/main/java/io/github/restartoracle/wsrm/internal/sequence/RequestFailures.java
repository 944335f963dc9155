package io.github.restartoracle.wsrm.internal.sequence;

import io.github.restartoracle.internal.attempt.Causes;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.cxf.binding.soap.SoapFault;
import org.apache.cxf.ws.policy.PolicyException;
import org.apache.cxf.ws.rm.RMConstants;

/** Explains why a request of WS-RM has failed: mostly, why a sequence could not be created. */
public final class RequestFailures {
    /** The message of CXF's HTTPException, whose class is missing without the HTTP transport, and that of the JDK about a proxy. */
    private static final Pattern CLIENT_ERROR =
            Pattern.compile("(HTTP response '|Tunnel failed, got: )4(?!08|29)\\d\\d");

    private static final Set<String> OF_RECEIVERS = Set.of("Server", "Receiver");

    private RequestFailures() {}

    /**
     * Returns the reason, for a person to read. Distinguishes a peer that answers without supporting WS-RM from one that is
     * down.
     */
    public static String explain(Throwable failure) {
        List<Throwable> causes = Causes.of(failure);
        for (Throwable cause : causes) {
            if (cause instanceof SoapFault fault) {
                return explain(fault);
            }
            if (isUnknownHost(cause)) {
                return "the host in the address is unknown (" + cause + ")";
            }
        }
        return causes.get(causes.size() - 1).toString();
    }

    /**
     * Returns whether a failure is known to be an error of configuration, which no retry can cure:
     *
     * <ul>
     *   <li>a fault that was received, other than the refusal of a sequence;
     *   <li>a status from 400 to 499 other than 408 and 429;
     *   <li>an unknown host;
     *   <li>a failure of security or policy.
     * </ul>
     *
     * Returns false for an answer that cannot be read, and for a destination that is down.
     */
    public static boolean isConfiguration(Throwable failure) {
        for (Throwable cause : Causes.of(failure)) {
            if (cause instanceof SoapFault fault) {
                return fault.getCause() == null && !isRefused(fault);
            }
            if (isUnknownHost(cause)
                    || cause instanceof GeneralSecurityException
                    || cause instanceof PolicyException
                    || CLIENT_ERROR.matcher(String.valueOf(cause.getMessage())).find()) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a fault blames the receiver (SOAP 1.1, section 4.4.1; SOAP 1.2 part 1, section 5.4.6). */
    public static boolean isPassing(Throwable failure) {
        return Causes.of(failure).stream()
                .anyMatch(cause -> cause instanceof SoapFault fault
                        && fault.getFaultCode() != null
                        && OF_RECEIVERS.contains(fault.getFaultCode().getLocalPart()));
    }

    /** Returns whether the host is unknown. The JDK's HTTP client has an exception of its own for that. */
    private static boolean isUnknownHost(Throwable cause) {
        return cause instanceof UnknownHostException || cause instanceof UnresolvedAddressException;
    }

    private static boolean isRefused(SoapFault fault) {
        String code = fault.getFaultCode() == null ? "" : fault.getFaultCode().getLocalPart();
        return code.equals(RMConstants.CREATE_SEQUENCE_REFUSED_FAULT_CODE)
                || (fault.getSubCode() != null
                        && fault.getSubCode().getLocalPart().equals(RMConstants.CREATE_SEQUENCE_REFUSED_FAULT_CODE));
    }

    private static String explain(SoapFault fault) {
        return isRefused(fault)
                ? "the peer refuses to create one (" + fault.getMessage() + ")"
                : "the peer answers CreateSequence with a fault, so it probably does not offer WS-ReliableMessaging ("
                        + fault.getMessage() + ")";
    }
}
