package io.github.restartoracle.wsrm.destination;

import io.github.restartoracle.wsrm.log.Logs;
import java.lang.reflect.InvocationTargetException;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.slf4j.Logger;

/**
 * The address from which a request comes: over HTTP, that of the connection; otherwise, the one to which its answer goes.
 */
final class SourceAddress {
    private static final Logger LOG = Logs.of(SourceAddress.class);
    private static final String HTTP_REQUEST = "HTTP.REQUEST";

    private SourceAddress() {}

    static String of(Message request) {
        Object servletRequest = request.get(HTTP_REQUEST);
        if (servletRequest != null) {
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
            }
        }
        AddressingProperties addressing = RMContextUtils.retrieveMAPs(request, false, false);
        return addressing == null || addressing.getReplyTo() == null
                ? ""
                : String.valueOf(addressing.getReplyTo().getAddress().getValue());
    }
}
