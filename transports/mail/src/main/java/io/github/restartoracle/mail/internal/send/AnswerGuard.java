package io.github.restartoracle.mail.internal.send;

import io.github.restartoracle.mail.internal.account.MailAccount;
import io.github.restartoracle.mail.internal.account.MailAccounts;
import io.github.restartoracle.mail.internal.account.MailAddress;
import io.github.restartoracle.mail.internal.account.MailPolicy;
import io.github.restartoracle.mail.internal.message.OutgoingMessages;
import io.github.restartoracle.mail.internal.smtp.SmtpException;
import io.github.restartoracle.wsrm.internal.log.Logs;
import java.util.List;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.MessageSenderInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.transport.Conduit;
import org.slf4j.Logger;

/**
 * Refuses messages of mail endpoints that another transport would send to an address that no account permits: such an address
 * can only have come from a mail. Mails are checked by their conduit.
 */
public final class AnswerGuard extends AbstractPhaseInterceptor<Message> {
    private static final Logger LOG = Logs.of(AnswerGuard.class);

    private final MailAccounts accounts;

    /**
     * Creates an interceptor for messages and faults of a bus.
     *
     * @param accounts the accounts of the bus
     */
    public AnswerGuard(MailAccounts accounts) {
        super(Phase.PREPARE_SEND);
        addBefore(MessageSenderInterceptor.class.getName());
        this.accounts = accounts;
    }

    @Override
    public void handleMessage(Message message) {
        String own = OutgoingMessages.endpointAddress(message);
        if (own == null || !MailAddress.isMailUri(own)) {
            return;
        }
        Conduit conduit = message.getExchange().getConduit(message);
        if (conduit == null || conduit instanceof MailConduit) {
            return;
        }
        Object chosen = message.get(Message.ENDPOINT_ADDRESS);
        String target = chosen == null ? OutgoingMessages.uriOf(conduit.getTarget()) : chosen.toString();
        // The way back of a mail has no address of its own.
        if (target != null && !MailPolicy.isGeneric(target) && !isPermitted(own, target)) {
            LOG.warn(
                    "Endpoint {}: message refused, its target is not in restart-oracle.mail.recipient-uris;"
                            + " list the target there to permit it",
                    own);
            throw new Fault(SmtpException.unsendable("the target is not in restart-oracle.mail.recipient-uris", null));
        }
    }

    private boolean isPermitted(String own, String target) {
        MailAccount account = accounts.at(MailAddress.ofUri(own));
        List<MailAccount> deciding = account == null ? accounts.all() : List.of(account);
        return deciding.stream().anyMatch(one -> one.policy().refusal(target) == null);
    }
}
