package io.github.restartoracle.wsrm.internal.replay;

import io.github.restartoracle.wsrm.internal.rm.RmHeaders;
import io.github.restartoracle.wsrm.internal.runtime.ChainStep;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPMessage;
import java.security.Principal;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.security.SecurityContext;
import org.apache.cxf.security.transport.TLSSessionInfo;
import org.apache.cxf.service.model.BindingOperationInfo;
import org.jspecify.annotations.Nullable;

/** Returns whether two messages are transmissions of one request by one caller: they have the same body and the same principal. */
final class Fingerprint {
    private Fingerprint() {}

    /** Returns the fingerprint of a request; null if its body was not read yet, so that it has none. */
    static @Nullable String of(Message message) {
        BodyDigest digest = message.get(BodyDigest.class);
        String body = digest == null ? null : digest.value();
        return body == null ? null : body + principal(message);
    }

    private static String principal(Message message) {
        SecurityContext security = message.get(SecurityContext.class);
        Principal principal = security == null ? null : security.getUserPrincipal();
        if (principal != null) {
            return principal.getName();
        }
        TLSSessionInfo session = message.get(TLSSessionInfo.class);
        Certificate[] certificates = session == null ? null : session.getPeerCertificates();
        return certificates != null && certificates.length > 0 && certificates[0] instanceof X509Certificate own
                ? own.getSubjectX500Principal().getName()
                : "";
    }

    /** Has the body of a two-way request digested when it is read, after WS-Security has decrypted it. */
    static ChainStep reading() {
        return new ChainStep(Fingerprint.class.getName(), Phase.POST_PROTOCOL, Fingerprint::read);
    }

    private static void read(Message message) {
        XMLStreamReader body = message.getContent(XMLStreamReader.class);
        if (RmHeaders.sequence(message, false) == null
                || body == null
                || MessageUtils.isRequestor(message)
                || isOneWay(message, body)) {
            return;
        }
        SOAPMessage read = message.getContent(SOAPMessage.class);
        try {
            BodyDigest digest = read == null ? new BodyDigest(body) : BodyDigest.ofAll(read.getSOAPBody());
            message.put(BodyDigest.class, digest);
            if (read == null) {
                message.setContent(XMLStreamReader.class, digest);
            }
        } catch (SOAPException | XMLStreamException e) {
            throw new Fault(e);
        }
    }

    /** Returns whether the element of the body is known as that of a one-way operation, which has no response. */
    private static boolean isOneWay(Message message, XMLStreamReader body) {
        BindingOperationInfo operation = body.isStartElement()
                ? message.getExchange()
                        .getEndpoint()
                        .getEndpointInfo()
                        .getBinding()
                        .getOperation(body.getName())
                : null;
        return operation != null && operation.getOperationInfo().isOneWay();
    }
}
