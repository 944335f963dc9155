package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.runtime.ChainStep;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.cxf.configuration.security.AuthorizationPolicy;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.interceptor.MessageSenderInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.addressing.EndpointReferenceType;
import org.apache.cxf.ws.addressing.Names;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.WrappedEndpoint;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Decides which of the addresses are called that a request names for its acknowledgements, answers and faults. Anybody can
 * name any address, so an address is called only in these cases:
 *
 * <ul>
 *   <li>It is on the host from which the request comes. A request that was forwarded comes from an unknown host.
 *   <li>It is on the host of the service, if the request comes to a client.
 *   <li>The transport does not tell that host, and the address is on the host for the answer. A request by mail was judged
 *       by its transport.
 *   <li>It is listed in {@link DestinationLimits#replyTo}, or {@linkplain
 *       ContextUtils#WS_ADDRESSING_DECOUPLED_ENABLED_PROPERTY CXF's property} permits all addresses.
 * </ul>
 *
 * In any case CXF must permit its scheme. Thread-safe.
 */
final class NamedAddresses {
    private static final Logger LOG = Logs.of(NamedAddresses.class);
    private static final String HTTP_REQUEST = "HTTP.REQUEST";

    /** The headers by which a proxy says that it has forwarded a request, whose connection is then that of the proxy. */
    private static final List<String> FORWARDED = List.of("Forwarded", "X-Forwarded-For", "Via");

    /** Permits the hosts, hosts with ports, and beginnings of URLs. */
    private final Supplier<List<String>> listed;

    NamedAddresses(Supplier<List<String>> listed) {
        this.listed = listed;
    }

    /** Returns whether an address that a request names may be called, or is none that could be. */
    boolean permits(Message request, @Nullable EndpointReferenceType named) {
        String address = text(named);
        if (address == null || Names.WSA_ANONYMOUS_ADDRESS.equals(address) || Names.WSA_NONE_ADDRESS.equals(address)) {
            return true;
        }
        URI uri = uri(address);
        return uri != null
                && ContextUtils.isDecoupledDestinationSchemeAllowed(address)
                && (ContextUtils.isDecoupledDestinationAllowed(address)
                        || isListed(uri)
                        || isOfItsSource(request, uri));
    }

    private static boolean isOfItsSource(Message request, URI named) {
        if (!RMContextUtils.isServerSide(request) && isOfService(request, named)) {
            return true;
        }
        String source = ofConnection(request);
        if (source != null) {
            return !isForwarded(request) && isHost(named.getHost(), source);
        }
        URI answer = uri(ofAnswer(request));
        return isMail(request) || (answer != null && Objects.equals(named.getHost(), answer.getHost()));
    }

    /** Returns the address from which a request comes: over HTTP, that of the connection; otherwise, that for its answer. */
    static String source(Message request) {
        return Objects.requireNonNullElseGet(ofConnection(request), () -> ofAnswer(request));
    }

    /** Returns the address of the connection; null if the request did not come over HTTP. */
    private static @Nullable String ofConnection(Message request) {
        Object servletRequest = request.get(HTTP_REQUEST);
        if (servletRequest == null) {
            return null;
        }
        try {
            // The servlet API comes with the HTTP transport, which may be absent.
            return String.valueOf(Class.forName(
                            "jakarta.servlet.ServletRequest",
                            false,
                            servletRequest.getClass().getClassLoader())
                    .getMethod("getRemoteAddr")
                    .invoke(servletRequest));
        } catch (ReflectiveOperationException e) {
            LOG.debug("The address of a request is unknown", e);
            return null;
        }
    }

    /** Returns the address for the answer to a request; empty if it names none. */
    static String ofAnswer(Message request) {
        AddressingProperties addressing = RMContextUtils.retrieveMAPs(request, false, false);
        return Objects.requireNonNullElse(text(addressing == null ? null : addressing.getReplyTo()), "");
    }

    private static boolean isForwarded(Message request) {
        return request.get(Message.PROTOCOL_HEADERS) instanceof Map<?, ?> headers
                && FORWARDED.stream().anyMatch(headers::containsKey);
    }

    private static boolean isMail(Message request) {
        return request.getDestination() != null
                && String.valueOf(text(request.getDestination().getAddress())).startsWith("mailto:");
    }

    /** Returns whether an address is on the host that the client calls, whose service names it. */
    private static boolean isOfService(Message message, URI named) {
        Endpoint endpoint = message.getExchange().getEndpoint();
        String called = endpoint == null ? null : endpoint.getEndpointInfo().getAddress();
        URI service = called == null ? null : uri(called);
        return service != null && service.getHost() != null && service.getHost().equalsIgnoreCase(named.getHost());
    }

    private static boolean isHost(@Nullable String host, String source) {
        if (host == null) {
            return false;
        }
        try {
            InetAddress caller = InetAddress.getByName(source);
            boolean local = isOfThisHost(caller);
            return Arrays.stream(InetAddress.getAllByName(host))
                    .anyMatch(one -> one.equals(caller) || (local && isOfThisHost(one)));
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** Returns whether an address is one of this host's: a source beside its service may come by any of them. */
    private static boolean isOfThisHost(InetAddress address) {
        try {
            return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException e) {
            return false;
        }
    }

    private boolean isListed(@Nullable URI address) {
        return address != null && listed.get().stream().anyMatch(entry -> covers(entry, address));
    }

    /** Returns whether an entry of the list can be used. */
    static boolean isEntry(String entry) {
        URI uri = uri(entry.contains("://") ? entry : "any://" + entry);
        return uri != null
                && uri.getHost() != null
                && uri.getUserInfo() == null
                && (entry.contains("://") || uri.getPath().isEmpty());
    }

    private static boolean covers(String entry, URI address) {
        boolean url = entry.contains("://");
        URI listed = URI.create(url ? entry : "any://" + entry);
        URI plain = address.normalize();
        return listed.getHost().equalsIgnoreCase(plain.getHost())
                && ((listed.getPort() < 0 && !url) || port(listed, plain) == port(plain, plain))
                && (!url
                        || (listed.getScheme().equalsIgnoreCase(plain.getScheme())
                                && plain.getPath().startsWith(listed.getPath())));
    }

    private static int port(URI uri, URI address) {
        int ofScheme = "https".equals(address.getScheme().toLowerCase(Locale.ROOT)) ? 443 : 80;
        return uri.getPort() < 0 ? ofScheme : uri.getPort();
    }

    private static @Nullable URI uri(String address) {
        try {
            URI uri = new URI(address);
            return uri.getScheme() == null ? null : uri;
        } catch (URISyntaxException e) {
            return null;
        }
    }

    /** Returns the text of an address; null if there is none. */
    static @Nullable String text(@Nullable EndpointReferenceType reference) {
        return reference == null || reference.getAddress() == null
                ? null
                : reference.getAddress().getValue();
    }

    /**
     * Keeps the credentials of the bus from the addresses that requests have named, unless an operator has listed the address.
     * The configuration of the bus may add credentials to every conduit, and the sender of a request chooses the receiver.
     */
    ChainStep credentials(RMManager manager) {
        return new ChainStep(NamedAddresses.class.getName(), Phase.PREPARE_SEND, message -> {
                    AddressingProperties addressing = ContextUtils.retrieveMAPs(message, false, true, false);
                    if (addressing != null
                            && addressing.getTo() != null
                            && isOfService(message, manager)
                            && !isListed(uri(String.valueOf(addressing.getTo().getValue())))) {
                        // It takes precedence over the credentials of the conduit.
                        message.put(AuthorizationPolicy.class, new AuthorizationPolicy());
                    }
                })
                .before(MessageSenderInterceptor.class.getName());
    }

    /** Returns whether a service with WS-RM sends the message: an answer, or a message of WS-RM itself. */
    private static boolean isOfService(Message message, RMManager manager) {
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
