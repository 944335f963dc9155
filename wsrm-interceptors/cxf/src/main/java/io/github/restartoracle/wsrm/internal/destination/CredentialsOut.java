package io.github.restartoracle.wsrm.internal.destination;

import org.apache.cxf.configuration.security.AuthorizationPolicy;
import org.apache.cxf.interceptor.MessageSenderInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.WrappedEndpoint;

/**
 * Keeps the credentials of the bus from the addresses that requests have named, unless an operator has listed the address: a
 * configuration of all conduits may give credentials to each of them, and whoever names an address receives what is sent
 * there. Thread-safe.
 */
final class CredentialsOut extends AbstractPhaseInterceptor<Message> {
    private final RMManager manager;
    private final NamedAddresses addresses;

    CredentialsOut(RMManager manager, NamedAddresses addresses) {
        super(Phase.PREPARE_SEND);
        addBefore(MessageSenderInterceptor.class.getName());
        this.manager = manager;
        this.addresses = addresses;
    }

    @Override
    public void handleMessage(Message message) {
        AddressingProperties addressing = ContextUtils.retrieveMAPs(message, false, true, false);
        if (addressing != null
                && addressing.getTo() != null
                && isOfService(message)
                && !addresses.isListed(String.valueOf(addressing.getTo().getValue()))) {
            // It takes precedence over the credentials of the conduit.
            message.put(AuthorizationPolicy.class, new AuthorizationPolicy());
        }
    }

    /** Returns whether a service with WS-RM sends the message: an answer, or a message of WS-RM itself. */
    private boolean isOfService(Message message) {
        if (!MessageUtils.isRequestor(message)) {
            return RMContextUtils.retrieveRMProperties(message, true) != null
                    || message.getExchange().containsKey(ContextUtils.DECOUPLED_DESTINATION_APPROVED_PROPERTY);
        }
        try {
            return message.getExchange().getEndpoint() instanceof WrappedEndpoint
                    && manager.getReliableEndpoint(message).getConduit() == null;
        } catch (RMException unsupported) {
            return false;
        }
    }
}
