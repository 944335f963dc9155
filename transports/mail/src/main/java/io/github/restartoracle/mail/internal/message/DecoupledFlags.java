package io.github.restartoracle.mail.internal.message;

import io.github.restartoracle.mail.internal.account.MailAddress;
import io.github.restartoracle.wsrm.internal.log.Logs;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.endpoint.ServerLifeCycleListener;
import org.apache.cxf.endpoint.ServerLifeCycleManager;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.interceptor.InterceptorProvider;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.addressing.MAPAggregator;
import org.apache.cxf.ws.addressing.Names;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Logs, once per bus, which system property WS-Addressing over mail lacks. Two properties matter:
 * <ul>
 *   <li>CXF refuses reply and fault addresses whose scheme is not in one property, {@code mailto:} among them. It drops
 *       stand-alone acknowledgements to them with a warning only.
 *   <li>Without WS-RM it refuses all of them unless another property is true.
 * </ul>
 * This transport sets neither property: they belong to the whole JVM, and the first replaces CXF's own list.
 */
public final class DecoupledFlags implements ServerLifeCycleListener {
    private static final Logger LOG = Logs.of(DecoupledFlags.class);
    private static final String RELIABLE = "org.apache.cxf.ws.rm.RMInInterceptor";

    private final AtomicBoolean logged = new AtomicBoolean();
    private final List<InterceptorProvider> everywhere = new CopyOnWriteArrayList<>();

    /** Creates an instance that watches no bus and has logged nothing. */
    public DecoupledFlags() {}

    /** Watches the services of a bus. */
    public void watch(Bus bus) {
        everywhere.add(bus);
        ServerLifeCycleManager servers = bus.getExtension(ServerLifeCycleManager.class);
        if (servers != null) {
            servers.registerListener(this);
        }
    }

    /**
     * Logs the problem, unless CXF permits mail addresses or the problem was logged before.
     *
     * @param usedBy the client or endpoint that uses WS-Addressing, as the subject of a sentence
     * @param reliable true if it uses WS-RM
     */
    public void check(String usedBy, boolean reliable) {
        String problem = problem(reliable);
        if (problem != null && logged.compareAndSet(false, true)) {
            LOG.error("{} uses WS-Addressing over mail: {}", usedBy, problem);
        }
    }

    /** Returns the problem and its solution, null if there is none. */
    static @Nullable String problem(boolean reliable) {
        StringBuilder flags = new StringBuilder();
        if (!ContextUtils.isDecoupledDestinationSchemeAllowed(MailAddress.SCHEME)) {
            String name = ContextUtils.ALLOWED_DECOUPLED_DEST_SCHEMES_PROPERTY;
            String present = System.getProperty(name);
            flags.append(" -D").append(name).append('=');
            flags.append(
                    present == null ? String.join(",", ContextUtils.DEFAULT_ALLOWED_DECOUPLED_DEST_SCHEMES) : present);
            flags.append(',').append(MailAddress.SCHEME);
        }
        String enabled = ContextUtils.WS_ADDRESSING_DECOUPLED_ENABLED_PROPERTY;
        if (!reliable && !Boolean.getBoolean(enabled)) {
            flags.append(" -D").append(enabled).append("=true");
        }
        return flags.length() == 0
                ? null
                : "CXF refuses mailto: reply addresses and drops acknowledgements to them. Start the JVM with" + flags
                        + " and list the domains of permitted recipients in restart-oracle.mail.recipient-domains";
    }

    /**
     * Returns the solution if a mail failed because CXF refuses its reply address.
     *
     * @param failure the failure of the mail
     * @return a text that continues a message, empty for any other failure
     */
    public static String hint(Exception failure) {
        boolean refused =
                failure instanceof Fault fault && Names.DESTINATION_UNREACHABLE_QNAME.equals(fault.getFaultCode());
        String problem = refused ? problem(false) : null;
        return problem == null ? "" : "; " + problem;
    }

    @Override
    public void startServer(Server server) {
        Endpoint endpoint = server.getEndpoint();
        String address = endpoint.getEndpointInfo().getAddress();
        if (address != null && MailAddress.isMailUri(address) && uses(endpoint, MAPAggregator.class::isInstance)) {
            check(
                    "The endpoint " + address,
                    uses(endpoint, one -> one.getClass().getName().equals(RELIABLE)));
        }
    }

    private boolean uses(Endpoint endpoint, Predicate<Interceptor<?>> wanted) {
        return Stream.concat(everywhere.stream(), Stream.of(endpoint, endpoint.getService(), endpoint.getBinding()))
                .flatMap(provider -> provider.getInInterceptors().stream())
                .anyMatch(wanted);
    }

    @Override
    public void stopServer(Server server) {
        // the log is not taken back
    }
}
