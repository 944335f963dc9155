package io.github.restartoracle.wsrm.internal.capture;

import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.cxf.binding.soap.SoapHeader;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.SoapVersion;
import org.apache.cxf.binding.soap.interceptor.AbstractSoapInterceptor;
import org.apache.cxf.binding.soap.interceptor.SoapOutInterceptor;
import org.apache.cxf.headers.Header;
import org.apache.cxf.helpers.DOMUtils;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.staxutils.PartialXMLStreamReader;
import org.apache.cxf.staxutils.StaxUtils;
import org.apache.cxf.ws.addressing.Names;
import org.apache.cxf.ws.addressing.VersionTransformer.Names200408;
import org.apache.cxf.ws.rm.RM10Constants;
import org.apache.cxf.ws.rm.RM11Constants;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * The headers of a captured envelope in another transmission of it. The interceptors of the chain write some of them again;
 * these replace the captured ones, so that each header is sent once.
 *
 * <p>Not thread-safe; belongs to one transmission.
 */
final class CapturedHeaders extends AbstractSoapInterceptor {
    /** Headers in these namespaces are written again in each transmission. */
    private static final Set<String> WRITTEN_ANEW = Set.of(
            Names.WSA_NAMESPACE_NAME,
            Names200408.WSA_NAMESPACE_NAME,
            RM10Constants.NAMESPACE_URI,
            RM11Constants.NAMESPACE_URI,
            "urn:io.github.restartoracle:transmission:1");

    private final Set<Header> captured = Collections.newSetFromMap(new IdentityHashMap<>());

    CapturedHeaders() {
        super(Phase.WRITE);
        addBefore(SoapOutInterceptor.class.getName());
    }

    /**
     * Reads an envelope up to its body and gives a message its headers.
     *
     * @param reader before the envelope; after the call at the start of the body
     * @throws XMLStreamException if it is not an envelope with a body
     */
    void read(XMLStreamReader reader, SoapMessage message) throws XMLStreamException {
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

    /** Removes the headers that are written again, after all needed values were read from them, and keeps the others. */
    void keep(SoapMessage message) {
        message.getHeaders()
                .removeIf(header -> WRITTEN_ANEW.contains(header.getName().getNamespaceURI()));
        captured.addAll(message.getHeaders());
    }

    /** Replaces captured headers: each header that an interceptor has added replaces a captured one of that name. */
    @Override
    public void handleMessage(SoapMessage message) {
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
}
