package io.github.restartoracle.mail;

import io.github.restartoracle.mail.internal.account.MailAccount;
import io.github.restartoracle.mail.internal.account.MailAccounts;
import io.github.restartoracle.mail.internal.account.MailAddress;
import io.github.restartoracle.mail.internal.account.MailAddressException;
import io.github.restartoracle.mail.internal.message.OutgoingMessages;
import io.github.restartoracle.mail.internal.send.SendingAccounts;
import io.github.restartoracle.mail.internal.smtp.SmtpException;
import io.github.restartoracle.wsrm.internal.log.Logs;
import org.apache.cxf.Bus;
import org.apache.cxf.common.injection.NoJSR250Annotations;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.ClientLifeCycleListener;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.addressing.MAPAggregator;
import org.apache.cxf.ws.addressing.WSAContextUtils;
import org.apache.cxf.ws.addressing.impl.MAPAggregatorImpl;
import org.slf4j.Logger;

/**
 * Sets the reply address of reliable calls of {@code mailto:} clients to that of the account that sends them, so that answers
 * and acknowledgements go there, unless the call names another ({@link WSAContextUtils#REPLYTO_PROPERTY}). A mail has no
 * connection on which an acknowledgement could come back. CXF finds this class in {@code META-INF/cxf/bus-extensions.txt}.
 * Thread-safe.
 */
@NoJSR250Annotations
public final class ReplyAddress implements ClientLifeCycleListener {
    private static final Logger LOG = Logs.of(ReplyAddress.class);
    private static final String RELIABLE = "org.apache.cxf.ws.rm.RMOutInterceptor";

    private final Bus bus;

    /**
     * Creates the listener; called by CXF.
     *
     * @param bus the bus of the clients
     */
    public ReplyAddress(Bus bus) {
        this.bus = bus;
    }

    @Override
    public void clientCreated(Client client) {
        String address = client.getEndpoint().getEndpointInfo().getAddress();
        // WS-RM's own clients take the address from the call that they serve.
        if (address != null
                && MailAddress.isMailUri(address)
                && !OutgoingMessages.isOfReliableMessaging(client.getEndpoint())) {
            client.getOutInterceptors().add(new OfAccount(address));
        }
    }

    @Override
    public void clientDestroyed(Client client) {
        // no state is kept for a client
    }

    private final class OfAccount extends AbstractPhaseInterceptor<Message> {
        private final String target;

        OfAccount(String target) {
            super(Phase.PRE_LOGICAL);
            addBefore(MAPAggregatorImpl.class.getName());
            addBefore(MAPAggregator.class.getName());
            this.target = target;
        }

        private static boolean isReliable(Message message) {
            for (Interceptor<?> interceptor : message.getInterceptorChain()) {
                if (interceptor.getClass().getName().equals(RELIABLE)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public void handleMessage(Message message) {
            if (!MessageUtils.isRequestor(message)
                    || message.getContextualProperty(WSAContextUtils.REPLYTO_PROPERTY) != null
                    || !isReliable(message)) {
                return;
            }
            try {
                MailAccount account =
                        new SendingAccounts(MailAccounts.of(bus)).sender(message, MailAddress.ofUri(target));
                if (account.pop3() != null) {
                    message.put(
                            WSAContextUtils.REPLYTO_PROPERTY, account.address().toUri());
                }
            } catch (SmtpException | MailAddressException e) {
                LOG.debug("No reply address was set, because no account can send the call", e);
            }
        }
    }
}
