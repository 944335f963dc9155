package io.github.restartoracle.mail;

import io.github.restartoracle.mail.account.MailAccount;
import java.util.logging.Logger;
import org.apache.cxf.Bus;
import org.apache.cxf.common.logging.LogUtils;
import org.apache.cxf.message.Message;
import org.apache.cxf.service.model.EndpointInfo;
import org.apache.cxf.transport.AbstractDestination;
import org.apache.cxf.transport.Conduit;
import org.apache.cxf.ws.addressing.EndpointReferenceUtils;
import org.jspecify.annotations.Nullable;

/** An address that mails are received at. */
final class MailDestination extends AbstractDestination {
    private static final Logger LOG = LogUtils.getL7dLogger(MailDestination.class);

    private final MailAccount account;
    private final Runnable onShutdown;

    /**
     * A destination that receives nothing until it has an observer.
     *
     * @param account the account of the endpoint's address; it has a mailbox
     * @param onShutdown told when the destination is shut down
     */
    MailDestination(Bus bus, EndpointInfo endpoint, MailAccount account, Runnable onShutdown) {
        super(bus, EndpointReferenceUtils.getEndpointReference(endpoint.getAddress()), endpoint);
        this.account = account;
        this.onShutdown = onShutdown;
    }

    MailAccount account() {
        return account;
    }

    @Override
    protected @Nullable Conduit getInbuiltBackChannel(Message inMessage) {
        return null;
    }

    @Override
    public void shutdown() {
        onShutdown.run();
    }

    @Override
    protected Logger getLogger() {
        return LOG;
    }
}
