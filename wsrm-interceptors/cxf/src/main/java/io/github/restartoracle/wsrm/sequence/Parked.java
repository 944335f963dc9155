package io.github.restartoracle.wsrm.sequence;

import org.apache.cxf.message.Message;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.rm.RMContextUtils;

/**
 * A call that waits for its sequence.
 *
 * @param message the message, whose chain is paused
 * @param failuresBefore how often its queue had failed to get a sequence when the call came
 * @param sinceNanos when the call came
 */
record Parked(Message message, long failuresBefore, long sinceNanos) {
    String address() {
        return address(message);
    }

    static String address(Message message) {
        AddressingProperties maps = RMContextUtils.retrieveMAPs(message, false, true);
        return String.valueOf(maps.getTo().getValue());
    }
}
