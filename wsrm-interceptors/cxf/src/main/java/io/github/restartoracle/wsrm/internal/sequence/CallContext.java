package io.github.restartoracle.wsrm.internal.sequence;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.cxf.configuration.security.AuthorizationPolicy;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.security.SecurityConstants;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a call that the requests of WS-RM for its sequence carry too: credentials, HTTP headers, the
 * configuration of the transport, its address, and the rest of its request context, except the properties of its content and
 * its timeouts. Immutable.
 */
public final class CallContext {
    /** The key of the HTTP headers that the caller and the interceptors have given, before the transport adds its own. */
    private static final String GIVEN_HEADERS = CallContext.class.getName() + ".HEADERS";

    private static final String MESSAGE = Message.class.getName() + ".";

    /** The beginnings of the names of properties that belong to one call. */
    private static final List<String> OF_ONE_CALL = List.of(
            MESSAGE,
            "Content-Type",
            "SOAPAction",
            "cxf.synchronous.timeout",
            "jakarta.xml.ws.addressing.",
            "jakarta.xml.ws.binding.",
            "jakarta.xml.ws.client.",
            "jakarta.xml.ws.soap.",
            "mtom-",
            "org.apache.cxf.headers.",
            "org.apache.cxf.oneway.",
            "org.apache.cxf.rm.",
            "org.apache.cxf.ws.rm.",
            "schema-validation-",
            "write.attachments");

    /** The properties that interceptors may have given a message, too. */
    private static final List<String> OF_THE_TRANSPORT = List.of(
            "org.apache.cxf.configuration.jsse.TLSClientParameters",
            AuthorizationPolicy.class.getName(),
            "org.apache.cxf.transports.http.configuration.HTTPClientPolicy",
            Message.MAINTAIN_SESSION,
            Message.ENDPOINT_ADDRESS);

    /** The HTTP headers that describe the content, in lower case. */
    private static final Set<String> OF_THE_CONTENT = Set.of("content-type", "soapaction");

    private static final ThreadLocal<@Nullable CallContext> CURRENT = new ThreadLocal<>();

    private final Map<String, Object> properties;
    private final Map<String, List<String>> headers;

    private CallContext(Map<String, Object> properties, Map<String, List<String>> headers) {
        this.properties = properties;
        this.headers = headers;
    }

    /** An action that may make requests of WS-RM in its thread. */
    @FunctionalInterface
    public interface Action<T> {
        /** Takes the action. */
        T take() throws RMException;
    }

    /**
     * Notes the HTTP headers of a message for which no transport has prepared yet, and detaches its credentials: the caller
     * may change theirs for the next call.
     */
    public static void note(Message message) {
        AuthorizationPolicy credentials = message.get(AuthorizationPolicy.class);
        if (credentials != null && credentials.getClass() == AuthorizationPolicy.class) {
            AuthorizationPolicy own = new AuthorizationPolicy();
            own.setAuthorization(credentials.getAuthorization());
            own.setAuthorizationType(credentials.getAuthorizationType());
            own.setUserName(credentials.getUserName());
            own.setPassword(credentials.getPassword());
            message.put(AuthorizationPolicy.class, own);
        }
        if (message.get(Message.PROTOCOL_HEADERS) instanceof Map<?, ?> headers && !headers.isEmpty()) {
            message.put(GIVEN_HEADERS, copy(headers));
        }
    }

    /** {@return the noted HTTP headers; names in any case; not to be modified} */
    @SuppressWarnings("unchecked") // noteHeaders has put them
    public static Map<String, List<String>> givenHeaders(Message message) {
        return (Map<String, List<String>>) message.getOrDefault(GIVEN_HEADERS, Map.of());
    }

    /** Copies the headers of a transport, lists of strings by name; the copy has the names in any case. */
    @SuppressWarnings("unchecked") // CXF's type
    public static Map<String, List<String>> copy(Map<?, ?> headers) {
        Map<String, List<String>> own = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.forEach((name, values) -> own.put(String.valueOf(name), new ArrayList<>((List<String>) values)));
        return own;
    }

    /** {@return the context of a call; empty for a message of an earlier process} */
    public static CallContext of(Message call) {
        Map<String, Object> properties = new HashMap<>();
        if (call.get(Message.INVOCATION_CONTEXT) instanceof Map<?, ?> contexts
                && contexts.get(Client.REQUEST_CONTEXT) instanceof Map<?, ?> given) {
            given.forEach((name, value) -> {
                if (OF_ONE_CALL.stream().noneMatch(String.valueOf(name)::startsWith)) {
                    properties.put((String) name, value);
                }
            });
        }
        for (String name : OF_THE_TRANSPORT) {
            Object value = call.get(name);
            if (value != null) {
                properties.put(name, value);
            }
        }
        Map<String, List<String>> headers = copy(givenHeaders(call));
        headers.keySet().removeIf(name -> OF_THE_CONTENT.contains(name.toLowerCase(Locale.ROOT)));
        return new CallContext(properties, headers);
    }

    /** Returns the context in which this thread makes requests of WS-RM; null if there is none. */
    static @Nullable CallContext current() {
        return CURRENT.get();
    }

    /** Takes an action whose requests carry this context. */
    public <T> T during(Action<T> action) throws RMException {
        CURRENT.set(this);
        try {
            return action.take();
        } finally {
            CURRENT.remove();
        }
    }

    /** Gives an exchange the token of WS-SecureConversation under which another has taken place, unless it has one. */
    public static void shareToken(Exchange from, Exchange to) {
        if (to.get(SecurityConstants.TOKEN) == null && from.get(SecurityConstants.TOKEN) != null) {
            to.put(SecurityConstants.TOKEN, from.get(SecurityConstants.TOKEN));
            to.put(SecurityConstants.TOKEN_ID, from.get(SecurityConstants.TOKEN_ID));
        }
    }

    /** Gives the context to a request of WS-RM, which keeps the properties that it has. */
    void giveTo(Message request) {
        properties.forEach(request::putIfAbsent);
        if (!headers.isEmpty()) {
            request.putIfAbsent(Message.PROTOCOL_HEADERS, copy(headers));
        }
    }
}
