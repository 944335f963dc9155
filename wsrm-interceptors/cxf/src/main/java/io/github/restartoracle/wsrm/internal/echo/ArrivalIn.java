package io.github.restartoracle.wsrm.internal.echo;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import io.github.restartoracle.wsrm.internal.rm.RmHeaders;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.AbstractSoapInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.phase.PhaseInterceptor;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.WrappedEndpoint;
import org.apache.cxf.ws.rm.v200702.SequenceType;
import org.jspecify.annotations.Nullable;

/**
 * Notes the time when a message arrives, as early as the chain allows, and reads our headers once they are parsed: the
 * number of a transmission, to be echoed, and the echo of ours. Thread-safe.
 */
public final class ArrivalIn extends AbstractPhaseInterceptor<Message> {
    private final RMManager manager;
    private final NanoClock clock;
    private final ArrivalLog log;
    private final RejectedEchoes rejected;
    private final TransmissionListener listener;

    /** Creates an interceptor for a bus. */
    public ArrivalIn(
            RMManager manager,
            NanoClock clock,
            ArrivalLog log,
            RejectedEchoes rejected,
            TransmissionListener listener) {
        super(Phase.RECEIVE);
        this.manager = manager;
        this.rejected = rejected;
        this.clock = clock;
        this.log = log;
        this.listener = listener;
    }

    @Override
    public void handleMessage(Message message) {
        Arrival.record(message, arrivalNanos(message));
    }

    /**
     * Returns the time when the bytes of the message came, if the transport knows it; since then the message may have
     * waited for a thread.
     */
    private long arrivalNanos(Message message) {
        Message request =
                message.getExchange() == null ? null : message.getExchange().getOutMessage();
        Attempt attempt = request == null ? null : Attempt.of(request);
        OptionalLong responded = attempt == null ? OptionalLong.empty() : attempt.respondedNanos();
        return responded.orElseGet(clock::nanoTime);
    }

    /**
     * Reads a header where no chain reads the message; returns false if it is no echo.
     *
     * @param reader at the start of a header; at its end afterwards, if it is an echo
     */
    public boolean readEcho(Message message, XMLStreamReader reader) throws XMLStreamException {
        if (!TransmissionHeaders.ECHO.equals(reader.getName())) {
            return false;
        }
        TransmissionHeaders.readEcho(reader, Objects.requireNonNull(Arrival.of(message), "arrival"), rejected);
        return true;
    }

    @Override
    public Collection<PhaseInterceptor<? extends Message>> getAdditionalInterceptors() {
        return List.of(new HeadersIn());
    }

    /**
     * Reads our headers. Not in PRE_PROTOCOL, because an interceptor beside WS-RM's own in that phase keeps it from
     * recognising its messages.
     */
    private final class HeadersIn extends AbstractSoapInterceptor {
        HeadersIn() {
            super(Phase.USER_PROTOCOL);
        }

        @Override
        public void handleMessage(SoapMessage message) {
            Arrival arrival = Arrival.of(message);
            if (arrival == null) {
                return;
            }
            TransmissionHeaders.readEcho(message, arrival, rejected);
            SequenceType header = RmHeaders.sequence(message, false);
            DestinationSequence sequence = sequence(message);
            if (header == null || sequence == null) {
                // WS-RM will refuse the message in a moment, if it has a number.
                return;
            }
            String identifier = sequence.getIdentifier().getValue();
            int transmission = TransmissionHeaders.readTransmission(message, arrival);
            listener.arrived(new MessageId(identifier, header.getMessageNumber()), transmission, arrival.nanos());
            if (transmission > 0) {
                log.add(new TransmissionHeaders.Arrived(
                        identifier, header.getMessageNumber(), transmission, arrival.nanos()));
            }
        }

        /** Returns the known sequence of an application message, which has the identifier in this destination's own text. */
        private @Nullable DestinationSequence sequence(SoapMessage message) {
            try {
                return message.getExchange().getEndpoint() instanceof WrappedEndpoint
                        ? null
                        : RmHeaders.received(manager, message);
            } catch (RMException unsupported) {
                return null;
            }
        }
    }
}
