package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.wsrm.internal.rm.RmHeaders;
import io.github.restartoracle.wsrm.internal.runtime.ChainStep;
import java.io.IOException;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.cxf.interceptor.AbstractInDatabindingInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.jspecify.annotations.Nullable;

/**
 * An interceptor that reads the body of a message. A failure of a message with a number is kept until the message is
 * accepted and its turn has come, and is then the end of its delivery. CXF would not accept the message, which its source
 * would send for ever, and in order no later one would be delivered. Thread-safe if the other interceptor is.
 */
final class UnreadableIn extends AbstractPhaseInterceptor<Message> {
    private static final String KEY = UnreadableIn.class.getName();

    private final AbstractInDatabindingInterceptor reading;

    UnreadableIn(AbstractInDatabindingInterceptor reading) {
        super(reading.getId(), reading.getPhase());
        addAfter(reading.getAfter());
        addBefore(reading.getBefore());
        this.reading = reading;
    }

    @Override
    public void handleMessage(Message message) {
        try {
            reading.handleMessage(message);
        } catch (RuntimeException failure) {
            if (RmHeaders.sequence(message, false) == null
                    || !RMContextUtils.isServerSide(message)
                    || isBroken(message, failure)) {
                throw failure;
            }
            message.put(KEY, failure);
        }
    }

    @Override
    public void handleFault(Message message) {
        reading.handleFault(message);
    }

    /** Returns whether the envelope is broken, or a signature of it: it may then come again in a better state. */
    private static boolean isBroken(Message message, @Nullable Throwable failure) {
        if (failure != null) {
            return failure instanceof XMLStreamException
                    || failure instanceof IOException
                    || isBroken(message, failure.getCause());
        }
        try {
            XMLStreamReader rest = message.getContent(XMLStreamReader.class);
            while (rest != null && rest.hasNext()) {
                rest.next();
            }
            return false;
        } catch (XMLStreamException | RuntimeException broken) {
            return true;
        }
    }

    /** Ends the delivery of a message that cannot be read. It is not repeated: the message stays as it is. */
    static ChainStep refuse() {
        return new ChainStep(KEY + ".Refuse", Phase.PRE_LOGICAL, message -> {
                    if (message.remove(KEY) instanceof RuntimeException unreadable) {
                        DeliveryRun run = DeliveryRun.in(message);
                        if (run != null) {
                            run.markFinal();
                        }
                        throw unreadable;
                    }
                })
                .after(DeliverIn.class.getName());
    }
}
