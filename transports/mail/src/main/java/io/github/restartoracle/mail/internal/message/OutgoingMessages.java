package io.github.restartoracle.mail.internal.message;

import io.github.restartoracle.mail.internal.mime.SoapPayload;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.io.CachedOutputStream;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.addressing.EndpointReferenceType;
import org.apache.cxf.ws.rm.WrappedEndpoint;
import org.jspecify.annotations.Nullable;

/** Reads properties of the CXF messages that are sent, as mails or otherwise. */
public final class OutgoingMessages {
    /** Key in an exchange that a mail began: its Message-ID. WS-Addressing relates messages, but people look at mails. */
    public static final String ANSWERED_ID = OutgoingMessages.class.getName() + ".id";

    /** Key in a message that answers the author of a mail: the author's address. */
    public static final String ANSWERED_AUTHOR = OutgoingMessages.class.getName() + ".author";

    private static final List<String> RELIABLE =
            List.of("http://schemas.xmlsoap.org/ws/2005/02/rm/", "http://docs.oasis-open.org/ws-rx/wsrm/");

    private OutgoingMessages() {}

    /**
     * Returns the Message-ID of the mail that a message answers.
     *
     * @return with its angle brackets; null if it answers no mail
     */
    public static @Nullable String inReplyTo(Message message) {
        String chosen = header(message, "In-Reply-To");
        Exchange exchange = message.getExchange();
        return chosen != null || exchange == null || MessageUtils.isRequestor(message)
                ? chosen
                : (String) exchange.get(ANSWERED_ID);
    }

    /**
     * Returns a message as the payload of a mail.
     *
     * @param content its content, as CXF has written it
     * @return the payload; its type is {@code text/xml} if the message has none
     */
    public static SoapPayload payload(Message message, CachedOutputStream content) {
        String type = (String) message.get(Message.CONTENT_TYPE);
        if (type == null) {
            type = "text/xml";
        }
        String encoding = (String) message.get(Message.ENCODING);
        if (encoding != null && !type.toLowerCase(Locale.ROOT).contains("charset=") && isXml(type)) {
            type += "; charset=" + encoding;
        }
        return new SoapPayload(type, header(message, "SOAPAction"), content);
    }

    private static boolean isXml(String type) {
        return !type.regionMatches(true, 0, "multipart/", 0, "multipart/".length());
    }

    /** Returns the first value of a transport header, whose name may be in any case. */
    private static @Nullable String header(Message message, String name) {
        Object headers = message.get(Message.PROTOCOL_HEADERS);
        if (headers instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                if (entry.getValue() instanceof List<?> values
                        && !values.isEmpty()
                        && name.equalsIgnoreCase(String.valueOf(entry.getKey()))) {
                    return String.valueOf(values.get(0));
                }
            }
        }
        return null;
    }

    /** Returns the WS-Addressing headers of a message; null if it has none. */
    public static @Nullable AddressingProperties addressing(Message message) {
        return ContextUtils.retrieveMAPs(message, false, true, false);
    }

    /**
     * Returns the address of an endpoint reference.
     *
     * @param reference the reference, or null
     * @return null if there is no reference, or no address in it
     */
    public static @Nullable String uriOf(@Nullable EndpointReferenceType reference) {
        return reference == null || reference.getAddress() == null
                ? null
                : reference.getAddress().getValue();
    }

    /**
     * Returns whether the response may come by any way that the caller knows. False for WS-RM, whose acknowledgements come
     * without a request.
     *
     * @param addressing the headers of the call, null without WS-Addressing
     * @return true for an anonymous ReplyTo, and without WS-Addressing
     */
    public static boolean repliesAnonymously(@Nullable AddressingProperties addressing) {
        if (addressing == null) {
            return true;
        }
        return ContextUtils.isAnonymousAddress(addressing.getReplyTo())
                && RELIABLE.stream().noneMatch(action(addressing)::startsWith);
    }

    /**
     * Returns whether a message is a stand-alone acknowledgement, or an answer of WS-RM itself such as CreateSequenceResponse.
     * The peer that waits for it asks again if it does not come.
     *
     * @param addressing its headers, null without WS-Addressing
     * @return true if the peer asks again
     */
    public static boolean isAskedForAgain(Message message, @Nullable AddressingProperties addressing) {
        return isAcknowledgement(addressing) || (isOfReliability(addressing) && !MessageUtils.isRequestor(message));
    }

    /**
     * Returns whether a message is a stand-alone acknowledgement.
     *
     * @param addressing the headers of the message, null without WS-Addressing
     * @return true for the action SequenceAcknowledgement of any version of WS-RM
     */
    public static boolean isAcknowledgement(@Nullable AddressingProperties addressing) {
        return isOfReliability(addressing) && action(addressing).endsWith("/SequenceAcknowledgement");
    }

    private static boolean isOfReliability(@Nullable AddressingProperties addressing) {
        String action = action(addressing);
        return RELIABLE.stream().anyMatch(action::startsWith);
    }

    private static String action(@Nullable AddressingProperties addressing) {
        return addressing == null || addressing.getAction() == null
                ? ""
                : String.valueOf(addressing.getAction().getValue());
    }

    /**
     * Returns whether a message is a fault, or has become one.
     *
     * @return true if it has an exception as content
     */
    public static boolean failed(Message message) {
        return message.getContent(Exception.class) != null;
    }

    /**
     * Returns the address that the application gave its client or service. Messages of WS-RM itself have an endpoint of their
     * own, whose address CXF changes to that of an AcksTo while it makes a conduit; the application's stays.
     *
     * @param message a message of that client or service
     * @return null if the message has no endpoint
     */
    public static @Nullable String endpointAddress(Message message) {
        Endpoint endpoint =
                message.getExchange() == null ? null : message.getExchange().getEndpoint();
        Endpoint application = endpoint instanceof WrappedEndpoint own ? own.getWrappedEndpoint() : endpoint;
        return application == null ? null : application.getEndpointInfo().getAddress();
    }

    /**
     * Returns whether messages of an endpoint are those of WS-RM itself.
     *
     * @return true if CXF made it for WS-RM
     */
    public static boolean isOfReliableMessaging(Endpoint endpoint) {
        return endpoint instanceof WrappedEndpoint;
    }

    /**
     * Returns whether the caller waits for a response.
     *
     * @return true for a request of a two-way operation
     */
    public static boolean expectsResponse(Message message) {
        return MessageUtils.isRequestor(message)
                && message.getExchange() != null
                && !message.getExchange().isOneWay();
    }
}
