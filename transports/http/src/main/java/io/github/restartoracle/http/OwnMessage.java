package io.github.restartoracle.http;

import io.github.restartoracle.wsrm.attempt.AttemptExchange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;

/**
 * The outgoing message as the response to it sees it. The threads of the caller and of the response each have their own, since
 * neither messages nor exchanges are made for two threads. Stateless.
 */
final class OwnMessage {
    private OwnMessage() {}

    /** A copy with an exchange of its own, which hands a complete answer over to the caller who waits for it. */
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
