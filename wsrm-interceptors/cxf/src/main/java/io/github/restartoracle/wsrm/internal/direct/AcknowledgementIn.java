package io.github.restartoracle.wsrm.internal.direct;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.wsrm.internal.conduit.AnswerCheckIn;
import io.github.restartoracle.wsrm.internal.echo.ArrivalIn;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Locale;
import javax.xml.stream.XMLStreamException;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.policy.PolicyConstants;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.Source;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement;
import org.jspecify.annotations.Nullable;

/**
 * Reads the answer to a one-way request that carries only acknowledgements. CXF reads it through all the interceptors of an
 * application message. Any other answer, such as a fault or unreadable content, still goes that way. Thread-safe.
 */
public final class AcknowledgementIn extends AbstractPhaseInterceptor<Message> {
    /** The maximum length of an acknowledgement, unless it has hundreds of ranges. */
    private static final int MOST_BYTES = 65_536;

    private final RMManager manager;
    private final ArrivalIn arrivals;

    /** Creates an interceptor for the incoming messages of a bus. */
    public AcknowledgementIn(RMManager manager, ArrivalIn arrivals) {
        super(Phase.RECEIVE);
        addAfter(ArrivalIn.class.getName());
        addAfter(AnswerCheckIn.class.getName());
        addAfter(PolicyConstants.POLICY_IN_INTERCEPTOR_ID);
        this.manager = manager;
        this.arrivals = arrivals;
    }

    @Override
    public void handleMessage(Message message) {
        Message request = request(message);
        if (request == null || !KnownInterceptors.areAll(message.getInterceptorChain())) {
            return;
        }
        byte[] envelope = envelope(message);
        if (envelope == null) {
            return;
        }
        try {
            List<SequenceAcknowledgement> acknowledgements = new AcknowledgementReader(
                            envelope,
                            (String) message.get(Message.ENCODING),
                            reader -> arrivals.readEcho(message, reader))
                    .read();
            Source source = manager.getSource(request);
            if (!acknowledgements.isEmpty() && areKnown(acknowledgements, source)) {
                RMProperties properties = new RMProperties();
                properties.setAcks(acknowledgements);
                // The queue reads them there: by then, those that CXF keeps with the sequence may be those of another
                // answer.
                RMContextUtils.storeRMProperties(message, properties, false);
                apply(acknowledgements, source);
                message.getInterceptorChain().abort();
            }
        } catch (XMLStreamException unreadable) {
            // The chain reports the failure in its own way.
            return;
        } catch (RMException e) {
            throw new Fault(e);
        }
    }

    /** Returns the one-way request that the message answers, if the answer may be an acknowledgement. */
    private static @Nullable Message request(Message message) {
        Exchange exchange = message.getExchange();
        Message request = exchange == null ? null : exchange.getOutMessage();
        return request != null
                        && exchange.isOneWay()
                        && MessageUtils.isRequestor(message)
                        && Attempt.of(request) != null
                        && !KnownInterceptors.isAsserted(message)
                        && Integer.valueOf(HttpURLConnection.HTTP_OK).equals(message.get(Message.RESPONSE_CODE))
                        && isEnvelope((String) message.get(Message.CONTENT_TYPE))
                ? request
                : null;
    }

    private static boolean isEnvelope(@Nullable String type) {
        if (type == null) {
            return false;
        }
        String name = type.toLowerCase(Locale.ROOT);
        return name.startsWith("text/xml") || name.startsWith("application/soap+xml");
    }

    /** Returns the content, which stays in the message; null if it is too long. */
    private static byte @Nullable [] envelope(Message message) {
        InputStream content = message.getContent(InputStream.class);
        if (content == null) {
            return null;
        }
        try {
            byte[] bytes = content.readNBytes(MOST_BYTES);
            InputStream read = new ByteArrayInputStream(bytes);
            boolean isAll = bytes.length < MOST_BYTES;
            message.setContent(InputStream.class, isAll ? read : new SequenceInputStream(read, content));
            return isAll ? bytes : null;
        } catch (IOException e) {
            throw new Fault(e);
        }
    }

    /** Returns whether all sequences are known; for an unknown one, CXF answers. */
    private static boolean areKnown(List<SequenceAcknowledgement> acknowledgements, Source source) {
        return acknowledgements.stream()
                .allMatch(acknowledgement -> source.getSequence(acknowledgement.getIdentifier()) != null);
    }

    private static void apply(List<SequenceAcknowledgement> acknowledgements, Source source) throws RMException {
        source.getReliableEndpoint().receivedControlMessage();
        for (SequenceAcknowledgement acknowledgement : acknowledgements) {
            SourceSequence sequence = source.getSequence(acknowledgement.getIdentifier());
            if (sequence != null) {
                sequence.setAcknowledged(acknowledgement);
            }
        }
    }
}
