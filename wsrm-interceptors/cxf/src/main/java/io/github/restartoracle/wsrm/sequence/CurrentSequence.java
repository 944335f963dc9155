package io.github.restartoracle.wsrm.sequence;

import java.time.Instant;
import javax.management.JMException;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.rm.ManagedRMEndpoint;
import org.apache.cxf.ws.rm.RMConfiguration;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.Source;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.jspecify.annotations.Nullable;

/** The sequence in which the next call of an endpoint goes. Thread-safe. */
final class CurrentSequence {
    private final RMManager manager;

    CurrentSequence(RMManager manager) {
        this.manager = manager;
    }

    /** Whether CXF would send the message without creating a sequence. */
    boolean isReady(Message message) throws RMException {
        Source source = manager.getSource(message);
        Identifier current = new Identifier();
        try {
            // CXF's own accessor is not public, its management view is; it throws if there is none.
            current.setValue(new ManagedRMEndpoint(source.getReliableEndpoint()).getCurrentSourceSequenceId());
        } catch (JMException none) {
            return false;
        }
        SourceSequence sequence = source.getSequence(current);
        return sequence != null && !hasExpired(sequence);
    }

    @SuppressWarnings("JavaUtilDate") // CXF's type
    private static boolean hasExpired(SourceSequence sequence) {
        return sequence.getExpires() != null
                && sequence.getExpires().toInstant().isBefore(Instant.now());
    }

    /** Creates the sequence unless there is one; null if there is one now, otherwise why there is none. */
    @Nullable
    Throwable obtain(Message message) {
        try {
            if (!isReady(message)) {
                create(message);
            }
            return null;
        } catch (RMException | RuntimeException | Error failure) {
            return failure;
        }
    }

    private void create(Message message) throws RMException {
        RMConfiguration configuration = manager.getEffectiveConfiguration(message);
        AddressingProperties maps = RMContextUtils.retrieveMAPs(message, false, true);
        RMContextUtils.setProtocolVariation(message, configuration.getProtocolVariation());
        maps.exposeAs(configuration.getAddressingNamespace());
        Source source = manager.getSource(message);
        synchronized (source) {
            manager.getSequence(null, message, maps);
        }
    }
}
