package io.github.restartoracle.wsrm.internal.capture;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.stream.Collectors;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.Soap11FaultOutInterceptor;
import org.apache.cxf.binding.soap.interceptor.Soap12FaultOutInterceptor;
import org.apache.cxf.interceptor.AbstractOutDatabindingInterceptor;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.FaultOutInterceptor;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.interceptor.MessageSenderInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.phase.PhaseInterceptor;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.apache.cxf.phase.PhaseManager;
import org.apache.cxf.staxutils.StaxUtils;
import org.apache.cxf.ws.rm.RMCaptureOutInterceptor;
import org.apache.cxf.ws.rm.RMOutInterceptor;

/**
 * A captured envelope that is being sent once more: through all interceptors that follow the preparation of the transport, so
 * that compression, logging, signatures and the like see it, but the body is not marshalled again.
 *
 * <p>Not thread-safe; belongs to one transmission.
 */
final class CapturedEnvelope implements AutoCloseable {
    private final SoapMessage message;
    private final XMLStreamReader reader;
    private final CapturedHeaders headers = new CapturedHeaders();

    /**
     * Reads an envelope up to its body and gives a message its headers.
     *
     * @param envelope as it was captured; to be closed by the caller
     * @throws XMLStreamException if it is not an envelope with a body
     */
    CapturedEnvelope(InputStream envelope, SoapMessage message) throws XMLStreamException {
        this.message = message;
        this.reader = StaxUtils.createXMLStreamReader(envelope, StandardCharsets.UTF_8.name());
        headers.read(reader, message);
    }

    /**
     * Sends the message. A failure is left in it, as by CXF.
     *
     * @param chain with the interceptors that have captured the message, or a copy; changed
     */
    void send(PhaseInterceptorChain chain) {
        headers.keep(message);
        boolean sends = false;
        for (Interceptor<?> interceptor : chain) {
            sends |= interceptor instanceof MessageSenderInterceptor;
            if (marshals(interceptor) || numbers(interceptor)) {
                chain.remove(interceptor);
            }
        }
        if (!sends) {
            chain.add(new MessageSenderInterceptor());
        }
        chain.add(headers);
        chain.add(new CopyBody(reader));
        message.setInterceptorChain(chain);
        chain.doInterceptStartingAt(message, first(chain));
    }

    /** Returns whether the interceptor gave the message its number and its acknowledgements when it was captured. */
    private static boolean numbers(Interceptor<?> interceptor) {
        return interceptor instanceof RMCaptureOutInterceptor || interceptor instanceof RMOutInterceptor;
    }

    private static boolean marshals(Interceptor<?> interceptor) {
        return interceptor.getClass().getName().startsWith("org.apache.cxf.jaxws.interceptors")
                || interceptor instanceof FaultOutInterceptor
                || interceptor instanceof Soap11FaultOutInterceptor
                || interceptor instanceof Soap12FaultOutInterceptor
                || (interceptor instanceof PhaseInterceptor<?> phased && Phase.MARSHAL.equals(phased.getPhase()));
    }

    /** Returns the identifier of the first interceptor that prepares the transport, or follows it. */
    private String first(PhaseInterceptorChain chain) {
        PhaseManager phases = message.getExchange().getBus().getExtension(PhaseManager.class);
        Set<String> later = phases.getOutPhases().stream()
                .map(Phase::getName)
                .dropWhile(name -> !name.equals(Phase.PREPARE_SEND))
                .collect(Collectors.toSet());
        for (Interceptor<?> interceptor : chain) {
            if (interceptor instanceof PhaseInterceptor<?> phased && later.contains(phased.getPhase())) {
                return phased.getId();
            }
        }
        throw new IllegalStateException("no interceptor of the chain has prepared the transport");
    }

    @Override
    public void close() throws XMLStreamException {
        StaxUtils.close(reader);
    }

    /** Writes the captured body in place of the interceptors that marshalled it. */
    private static final class CopyBody extends AbstractOutDatabindingInterceptor {
        private final XMLStreamReader reader;

        CopyBody(XMLStreamReader reader) {
            super(Phase.MARSHAL);
            this.reader = reader;
        }

        @Override
        public void handleMessage(Message message) {
            try {
                reader.next();
                StaxUtils.copy(reader, writer(message), true);
            } catch (XMLStreamException e) {
                throw new Fault(e);
            }
        }

        private static XMLStreamWriter writer(Message message) {
            XMLStreamWriter writer = message.getContent(XMLStreamWriter.class);
            if (writer == null) {
                throw new IllegalStateException("the chain has no writer");
            }
            return writer;
        }
    }
}
