package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.wsrm.internal.log.Logs;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The address from which a request comes: over HTTP, that of the connection; otherwise, the one to which its answer goes.
 */
final class SourceAddress {
    private static final Logger LOG = Logs.of(SourceAddress.class);
    private static final String HTTP_REQUEST = "HTTP.REQUEST";

    private static final List<String> FORWARDED = List.of("Forwarded", "X-Forwarded-For", "Via");

    private SourceAddress() {}

    static String of(Message request) {
        String connection = ofConnection(request);
        AddressingProperties addressing = RMContextUtils.retrieveMAPs(request, false, false);
        String answer = addressing == null ? null : NamedAddresses.text(addressing.getReplyTo());
        return Objects.requireNonNullElse(connection, Objects.requireNonNullElse(answer, ""));
    }

    /** Returns the address of the connection; null if the request did not come over HTTP. */
    static @Nullable String ofConnection(Message request) {
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
        } catch (ClassNotFoundException
                | NoSuchMethodException
                | IllegalAccessException
                | InvocationTargetException e) {
            LOG.debug("The address of a request is unknown", e);
            return null;
        }
    }

    /** Returns whether a proxy says that it has forwarded the request, whose connection is then that of the proxy. */
    static boolean isForwarded(Message request) {
        return request.get(Message.PROTOCOL_HEADERS) instanceof Map<?, ?> headers
                && FORWARDED.stream().anyMatch(headers::containsKey);
    }

    /** Returns whether a request came by mail. */
    static boolean isMail(Message request) {
        return request.getDestination() != null
                && String.valueOf(NamedAddresses.text(request.getDestination().getAddress()))
                        .startsWith("mailto:");
    }
}
