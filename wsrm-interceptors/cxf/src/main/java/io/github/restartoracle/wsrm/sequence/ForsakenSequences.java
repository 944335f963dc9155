package io.github.restartoracle.wsrm.sequence;

import io.github.restartoracle.wsrm.log.Logs;
import javax.management.JMException;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.rm.ManagedRMEndpoint;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.Source;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.slf4j.Logger;

/** The sequences that are used no more, because their destination does not take part in them any more. Stateless. */
public final class ForsakenSequences {
    private static final Logger LOG = Logs.of(ForsakenSequences.class);

    private ForsakenSequences() {}

    /**
     * Lets later calls use a new sequence, unless they do already.
     *
     * @param manager the WS-RM manager of the bus
     * @param sent a message of the sequence
     * @param sequence the sequence
     * @param reason the state of the sequence at the destination, for a person to read; continues "The destination"
     */
    public static void leave(RMManager manager, Message sent, Identifier sequence, String reason) {
        try {
            Source source = manager.getSource(sent);
            synchronized (source) {
                if (sequence.getValue()
                        .equals(new ManagedRMEndpoint(source.getReliableEndpoint()).getCurrentSourceSequenceId())) {
                    source.setCurrent(null);
                    LOG.error(
                            "The destination {} ({}): its messages are given up when they are restarted; later"
                                    + " calls use a new sequence",
                            reason,
                            sequence.getValue());
                }
            }
        } catch (JMException none) {
            LOG.debug("There is no current sequence", none);
        } catch (RMException e) {
            LOG.warn("Sequence {} may still be used, although its destination refuses it", sequence.getValue(), e);
        }
    }
}
