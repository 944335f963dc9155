package io.github.restartoracle.mail;

import io.github.restartoracle.mail.address.MailAddress;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.endpoint.ServerLifeCycleListener;
import org.apache.cxf.interceptor.InterceptorProvider;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.addressing.MAPAggregator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * CXF refuses reply, fault and acknowledgement addresses of schemes that are not listed in a system property, and drops
 * stand-alone acknowledgements to them with no more than a warning; {@code mailto:} is not in its list. Who uses
 * WS-Addressing over mail is told so, once per bus. The property is not set from here: it is everybody's, and it takes the
 * place of CXF's own list.
 */
final class DecoupledGuard implements ServerLifeCycleListener {
    private static final Logger LOG = LoggerFactory.getLogger(DecoupledGuard.class);

    private final AtomicBoolean told = new AtomicBoolean();

    /** Tells, unless the guard lets mail addresses pass or it was told before. */
    void check(String usedBy) {
        String problem = problem();
        if (problem != null && told.compareAndSet(false, true)) {
            LOG.error("{} uses WS-Addressing over mail: {}", usedBy, problem);
        }
    }

    /** What is wrong and how to mend it, or null if nothing is. */
    static @Nullable String problem() {
        if (ContextUtils.isDecoupledDestinationSchemeAllowed(MailAddress.SCHEME)) {
            return null;
        }
        String name = ContextUtils.ALLOWED_DECOUPLED_DEST_SCHEMES_PROPERTY;
        String present = System.getProperty(name);
        String needed =
                (present == null ? String.join(",", ContextUtils.DEFAULT_ALLOWED_DECOUPLED_DEST_SCHEMES) : present)
                        + ","
                        + MailAddress.SCHEME;
        return "CXF refuses mailto: reply addresses and drops acknowledgements to them. Start the JVM with -D" + name
                + "=" + needed + " and list the domains that mails may go to in restart-oracle.mail.recipient-domains";
    }

    @Override
    public void startServer(Server server) {
        Endpoint endpoint = server.getEndpoint();
        String address = endpoint.getEndpointInfo().getAddress();
        if (address != null && MailAddress.isMailUri(address) && usesAddressing(endpoint)) {
            check("The endpoint " + address);
        }
    }

    private static boolean usesAddressing(Endpoint endpoint) {
        return addresses(endpoint) || addresses(endpoint.getService()) || addresses(endpoint.getBinding());
    }

    private static boolean addresses(InterceptorProvider provider) {
        return provider.getInInterceptors().stream().anyMatch(MAPAggregator.class::isInstance);
    }

    @Override
    public void stopServer(Server server) {
        // what was told stays told
    }
}
