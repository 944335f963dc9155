package io.github.restartoracle.wsrm.internal.destination;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.addressing.EndpointReferenceType;
import org.apache.cxf.ws.addressing.Names;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.jspecify.annotations.Nullable;

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
        String source = SourceAddress.ofConnection(request);
        if (source != null) {
            return !SourceAddress.isForwarded(request) && isHost(named.getHost(), source);
        }
        AddressingProperties addressing = RMContextUtils.retrieveMAPs(request, false, false);
        URI answer = uri(Objects.requireNonNullElse(text(addressing == null ? null : addressing.getReplyTo()), ""));
        return SourceAddress.isMail(request) || (answer != null && Objects.equals(named.getHost(), answer.getHost()));
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

    /** Returns whether an address is one that an operator has listed. */
    boolean isListed(String address) {
        URI uri = uri(address);
        return uri != null && isListed(uri);
    }

    private boolean isListed(URI address) {
        return listed.get().stream().anyMatch(entry -> covers(entry, address));
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
}
