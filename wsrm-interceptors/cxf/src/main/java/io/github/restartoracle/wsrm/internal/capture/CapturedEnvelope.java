package io.github.restartoracle.wsrm.internal.capture;

import io.github.restartoracle.wsrm.internal.runtime.ChainStep;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.apache.cxf.binding.soap.SoapHeader;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.SoapVersion;
import org.apache.cxf.binding.soap.interceptor.Soap11FaultOutInterceptor;
import org.apache.cxf.binding.soap.interceptor.Soap12FaultOutInterceptor;
import org.apache.cxf.binding.soap.interceptor.SoapOutInterceptor;
import org.apache.cxf.headers.Header;
import org.apache.cxf.helpers.DOMUtils;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.FaultOutInterceptor;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.interceptor.MessageSenderInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.phase.PhaseInterceptor;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.apache.cxf.phase.PhaseManager;
import org.apache.cxf.staxutils.PartialXMLStreamReader;
import org.apache.cxf.staxutils.StaxUtils;
import org.apache.cxf.ws.addressing.Names;
import org.apache.cxf.ws.addressing.VersionTransformer.Names200408;
import org.apache.cxf.ws.rm.RM10Constants;
import org.apache.cxf.ws.rm.RM11Constants;
import org.apache.cxf.ws.rm.RMCaptureOutInterceptor;
import org.apache.cxf.ws.rm.RMOutInterceptor;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * A captured envelope that is being sent once more: through all interceptors that follow the preparation of the transport, so
 * that compression, logging, signatures and the like see it, but the body is not marshalled again.
 *
 * <p>Not thread-safe; belongs to one transmission.
 */
final class CapturedEnvelope implements AutoCloseable {
    /** Headers in these namespaces are written again in each transmission. */
    private static final Set<String> WRITTEN_ANEW = Set.of(
            Names.WSA_NAMESPACE_NAME,
            Names200408.WSA_NAMESPACE_NAME,
            RM10Constants.NAMESPACE_URI,
            RM11Constants.NAMESPACE_URI,
            "urn:io.github.restartoracle:transmission:1");

    private static final String ID = CapturedEnvelope.class.getName();

    private final SoapMessage message;
    private final XMLStreamReader reader;
    private final Set<Header> captured = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Reads an envelope up to its body and gives a message its headers. The caller closes the envelope. */
    CapturedEnvelope(InputStream envelope, SoapMessage message) throws XMLStreamException {
        this.message = message;
        this.reader = StaxUtils.createXMLStreamReader(envelope, StandardCharsets.UTF_8.name());
        readHeaders(reader, message);
    }

    /** Reads an envelope up to the start of its body and gives a message its headers. */
    static void readHeaders(XMLStreamReader reader, SoapMessage message) throws XMLStreamException {
        List<Header> headers = message.getHeaders();
        headers.clear();
        SoapVersion version = message.getVersion();
        Document head = StaxUtils.read(new PartialXMLStreamReader(reader, version.getBody()));
        if (!version.getBody().equals(reader.getName())) {
            throw new XMLStreamException("the captured envelope has no body");
        }
        QName name = version.getHeader();
        for (Element block :
                DOMUtils.getChildrenWithName(head.getDocumentElement(), name.getNamespaceURI(), name.getLocalPart())) {
            for (Element child = DOMUtils.getFirstElement(block);
                    child != null;
                    child = DOMUtils.getNextElement(child)) {
                headers.add(new SoapHeader(DOMUtils.getElementQName(child), child));
            }
        }
    }

    /** Sends the message through a chain like the one that captured it. A failure is left in the message, as by CXF. */
    void send(PhaseInterceptorChain chain) {
        message.getHeaders()
                .removeIf(header -> WRITTEN_ANEW.contains(header.getName().getNamespaceURI()));
        captured.addAll(message.getHeaders());
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
        chain.add(
                new ChainStep(ID, Phase.WRITE, written -> replaceHeaders()).before(SoapOutInterceptor.class.getName()));
        chain.add(new ChainStep(ID, Phase.MARSHAL, written -> copyBody()));
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

    /**
     * Removes a captured header for each header of that name that an interceptor has written again, so that each header is
     * sent once.
     */
    private void replaceHeaders() {
        Map<QName, Integer> added = new HashMap<>();
        for (Header header : message.getHeaders()) {
            if (!captured.contains(header)) {
                added.merge(header.getName(), 1, Integer::sum);
            }
        }
        message.getHeaders().removeIf(header -> captured.contains(header) && isReplaced(header.getName(), added));
    }

    private static boolean isReplaced(QName name, Map<QName, Integer> added) {
        int left = added.getOrDefault(name, 0);
        if (left > 0) {
            added.put(name, left - 1);
        }
        return left > 0;
    }

    /** Writes the captured body in place of the interceptors that marshalled it. */
    private void copyBody() {
        XMLStreamWriter writer = message.getContent(XMLStreamWriter.class);
        if (writer == null) {
            throw new IllegalStateException("the chain has no writer");
        }
        try {
            reader.next();
            StaxUtils.copy(reader, writer, true);
        } catch (XMLStreamException e) {
            throw new Fault(e);
        }
    }
}
