package io.github.restartoracle.wsrm.sequence;

import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;

/**
 * Parts what a caller's thread still reads from what the sequence's thread goes on with. Once its chain is paused, CXF's
 * client reads the message, and copies the exchange's out message for the in interceptors of one-way calls, while the chain
 * may already be resumed; none of these maps is made for two threads.
 */
final class Handover {
    /** More entries than the rest of a chain adds. */
    private static final int ROOM = 128;

    private Handover() {}

    /** Called in the caller's thread before anybody else knows of the message. */
    static void part(Message message) {
        if (message.getExchange() instanceof ExchangeImpl callers) {
            ExchangeImpl own = new ExchangeImpl(callers);
            own.setOutMessage(message);
            Message copy = new MessageImpl();
            copy.putAll(message);
            callers.setOutMessage(copy);
        }
        makeRoom(message);
    }

    /** A hash map that need not grow can be read while another thread adds to it. */
    private static void makeRoom(Message message) {
        for (int i = 0; i < ROOM; i++) {
            message.put("restart-oracle.room." + i, "");
        }
        for (int i = 0; i < ROOM; i++) {
            message.remove("restart-oracle.room." + i);
        }
    }
}
