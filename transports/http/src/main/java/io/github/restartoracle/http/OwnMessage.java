package io.github.restartoracle.http;

import io.github.restartoracle.wsrm.internal.conduit.AttemptExchange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;

/**
 * A copy of the outgoing message for the response to it. The threads of the caller and of the response each have their own,
 * since messages and exchanges are not made for two threads. Stateless.
 */
final class OwnMessage {
    private OwnMessage() {}

    /** Returns a copy with an exchange of its own, which passes a complete answer to the waiting caller. */
    static Message of(Message message) {
        Exchange exchange = message.getExchange().isOneWay()
                ? new ExchangeImpl((ExchangeImpl) message.getExchange())
                : AttemptExchange.of(message.getExchange());
        Message own = exchange.getBinding().createMessage(new MessageImpl());
        own.putAll(message);
        copyProtocolHeaders(own);
        exchange.setOutMessage(own);
        return own;
    }

    @SuppressWarnings("unchecked")
    private static void copyProtocolHeaders(Message own) {
        if (own.get(Message.PROTOCOL_HEADERS) instanceof Map<?, ?> headers) {
            Map<String, List<String>> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            ((Map<String, List<String>>) headers).forEach((name, values) -> copy.put(name, new ArrayList<>(values)));
            own.put(Message.PROTOCOL_HEADERS, copy);
        }
    }
}
