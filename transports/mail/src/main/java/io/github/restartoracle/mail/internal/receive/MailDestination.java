package io.github.restartoracle.mail.internal.receive;

import io.github.restartoracle.internal.attempt.Causes;
import io.github.restartoracle.mail.internal.account.MailAccount;
import io.github.restartoracle.mail.internal.account.MailAccounts;
import io.github.restartoracle.mail.internal.account.MailAddress;
import io.github.restartoracle.mail.internal.account.MailPolicy;
import io.github.restartoracle.mail.internal.inbox.Inboxes;
import io.github.restartoracle.mail.internal.inbox.MailOutcome;
import io.github.restartoracle.mail.internal.inbox.ReceivedMail;
import io.github.restartoracle.mail.internal.message.AnswerState;
import io.github.restartoracle.mail.internal.message.DecoupledFlags;
import io.github.restartoracle.mail.internal.message.IncomingMessages;
import io.github.restartoracle.mail.internal.message.OutgoingMessages;
import io.github.restartoracle.mail.internal.mime.UnfitMailException;
import io.github.restartoracle.wsrm.internal.runtime.Daemons;
import jakarta.xml.bind.JAXBException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Set;
import java.util.function.Consumer;
import java.util.logging.Logger;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import org.apache.cxf.Bus;
import org.apache.cxf.binding.soap.SoapFault;
import org.apache.cxf.common.logging.LogUtils;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.OneWayProcessorInterceptor;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.service.model.BindingOperationInfo;
import org.apache.cxf.service.model.EndpointInfo;
import org.apache.cxf.transport.AbstractDestination;
import org.apache.cxf.transport.Conduit;
import org.apache.cxf.transport.MessageObserver;
import org.apache.cxf.ws.addressing.EndpointReferenceUtils;
import org.jspecify.annotations.Nullable;

/**
 * An address that receives mails. Its observer runs to its end in the thread that polls the mailbox; only then is the mail
 * settled.
 */
public final class MailDestination extends AbstractDestination {
    private static final Logger LOG = LogUtils.getL7dLogger(MailDestination.class);
    private static final Set<String> SENDERS_FAULT = Set.of("Client", "Sender", "VersionMismatch", "MustUnderstand");

    private static final String DECOUPLED = ".decoupled";

    private final Consumer<MailAddress> onMailFrom;
    private final Runnable onShutdown;
    private volatile @Nullable MailAccount account;
    private volatile ServerStart start;

    /**
     * Creates a destination that receives no mail until it has an observer. It looks for its account at that time, because the
     * features of a service, which may add the account, are applied in between.
     *
     * @param bus the bus of its service
     * @param endpoint the endpoint, whose address is usable
     * @param onMailFrom takes the author of each mail, if it has one
     * @param onShutdown runs when the destination is shut down
     */
    public MailDestination(Bus bus, EndpointInfo endpoint, Consumer<MailAddress> onMailFrom, Runnable onShutdown) {
        super(bus, EndpointReferenceUtils.getEndpointReference(endpoint.getAddress()), endpoint);
        this.onMailFrom = onMailFrom;
        this.onShutdown = onShutdown;
        this.start = ServerStart.none();
    }

    /** Returns whether CXF made an endpoint for the responses to a client; false for the endpoint of a service. */
    public static boolean isOfClient(EndpointInfo endpoint) {
        return endpoint.getName() != null && endpoint.getName().getLocalPart().endsWith(DECOUPLED);
    }

    private MailAddress address() {
        return MailAddress.ofUri(getEndpointInfo().getAddress());
    }

    private MailAccount receiving() {
        MailAccount receiving = MailAccounts.of(bus).at(address());
        if (receiving == null || receiving.pop3() == null) {
            throw new IllegalStateException("no account receives mails for " + address()
                    + ": set restart-oracle.mail.accounts.NAME.address and .pop3.host,"
                    + " or add an account to MailAccounts");
        }
        return receiving;
    }

    @Override
    protected void activate() {
        MailAccount receiving = receiving();
        account = receiving;
        start = isOfClient(getEndpointInfo()) ? ServerStart.none() : ServerStart.of(bus, this);
        try {
            Inboxes.of(bus).join(receiving, address(), mail -> receive(mail, receiving.policy()));
        } catch (IOException e) {
            throw new IllegalStateException("mails to " + address() + " cannot be received: " + e.getMessage(), e);
        }
    }

    @Override
    protected void deactivate() {
        start.over();
        MailAccount received = account;
        if (received != null) {
            Inboxes.of(bus).leave(received, address());
        }
    }

    private MailOutcome receive(ReceivedMail mail, MailPolicy policy) throws IOException, UnfitMailException {
        MailAddress author = mail.author();
        if (author != null) {
            onMailFrom.accept(author);
        }
        MessageObserver observer = getMessageObserver();
        if (observer == null) {
            throw new IOException("the endpoint was stopped");
        }
        start.await();
        Message message = message(mail, policy);
        Daemons.inContext(bus, () -> observer.onMessage(message));
        return outcome(message);
    }

    private Message message(ReceivedMail mail, MailPolicy policy) throws IOException {
        MessageImpl message = IncomingMessages.of(mail, mail.stream(), policy);
        message.setDestination(this);
        message.put(Message.ENDPOINT_ADDRESS, getEndpointInfo().getAddress());
        // Marks the message as if this interceptor had been called. It would hand a one-way message to another thread,
        // and the mail would be deleted before it was processed. Even set to use this thread, it would answer an
        // anonymous ReplyTo like an HTTP address, and lose the message when that fails.
        message.put(OneWayProcessorInterceptor.class, new OneWayProcessorInterceptor());
        message.put(ReplyTarget.class, ReplyTarget.of(mail, policy));
        message.put(AnswerState.class, new AnswerState());
        ExchangeImpl exchange = new ExchangeImpl();
        exchange.put(Bus.class, bus);
        String messageId = mail.messageId();
        if (messageId != null) {
            exchange.put(OutgoingMessages.ANSWERED_ID, messageId);
        }
        message.setExchange(exchange);
        exchange.setInMessage(message);
        return message;
    }

    /**
     * Returns the outcome of a message. A one-way message is tried again unless the fault is its own. A mail whose answer or
     * fault has no permitted recipient goes to the quarantine.
     */
    private MailOutcome outcome(Message message) throws IOException, UnfitMailException {
        // The observer may have wrapped the message, but not the exchange.
        Exception failure = message.getExchange().get(Exception.class);
        AnswerState answer = message.get(AnswerState.class);
        if (failure == null) {
            if (answer.dropped() != null) {
                throw new UnfitMailException("processed, but the response was not sent: " + answer.dropped());
            }
            return MailOutcome.ACCEPT;
        }
        UnfitMailException refusal = NamedAddressGuard.refusalIn(failure);
        if (refusal != null) {
            throw refusal;
        }
        BindingOperationInfo operation = message.getExchange().getBindingOperationInfo();
        boolean oneWay = operation != null && operation.getOperationInfo().isOneWay();
        if (oneWay && !isOfSender(failure)) {
            throw new IOException("a one-way message failed", failure);
        }
        if (!answer.isFaultSent() && !isOfClient(getEndpointInfo())) {
            String why = answer.dropped() == null ? "there is no permitted address to send it to" : answer.dropped();
            throw new UnfitMailException("processing ended in a fault, which was not sent, because " + why + ": "
                    + code(failure) + DecoupledFlags.hint(failure));
        }
        return MailOutcome.FAULT;
    }

    /** Returns the code of the fault, which shows no content of the mail in a log. */
    private static String code(Exception failure) {
        QName code = failure instanceof Fault fault ? fault.getFaultCode() : null;
        return code == null ? failure.getClass().getSimpleName() : code.getLocalPart();
    }

    private static boolean isOfSender(Exception failure) {
        if (failure instanceof SoapFault
                || Causes.of(failure.getCause()).stream()
                        .anyMatch(cause -> cause instanceof XMLStreamException || cause instanceof JAXBException)) {
            return true;
        }
        QName code = failure instanceof Fault fault ? fault.getFaultCode() : null;
        return code != null && SENDERS_FAULT.contains(code.getLocalPart());
    }

    @Override
    protected @Nullable Conduit getInbuiltBackChannel(Message inMessage) {
        return inMessage == null ? null : new BackChannel(inMessage.get(ReplyTarget.class));
    }

    /** Answers the sender of the mail, if the account lists the sender. */
    private final class BackChannel extends AbstractBackChannelConduit {
        private final @Nullable ReplyTarget asker;

        BackChannel(@Nullable ReplyTarget asker) {
            this.asker = asker;
        }

        @Override
        public void prepare(Message message) {
            message.setContent(OutputStream.class, ReplyTarget.answer(asker, message, bus, getEndpointInfo()));
        }
    }

    @Override
    public void shutdown() {
        setMessageObserver(null);
        onShutdown.run();
    }

    @Override
    protected Logger getLogger() {
        return LOG;
    }
}
