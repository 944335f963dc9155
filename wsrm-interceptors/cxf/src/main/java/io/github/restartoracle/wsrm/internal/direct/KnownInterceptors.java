package io.github.restartoracle.wsrm.internal.direct;

import java.util.Set;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.policy.AssertionInfoMap;

/**
 * The interceptors of a plain SOAP endpoint with WS-Addressing and WS-ReliableMessaging, and ours. Any other interceptor in
 * a chain, of CXF or of the application (a handler, logging, tracing, compression, security), has to see all messages of
 * the chain. The interceptors of WS-Policy may add others as a policy requires, and are to be asked first. Stateless.
 */
public final class KnownInterceptors {
    private static final String OURS = "io.github.restartoracle.wsrm.";

    /** The class names in CXF; not all of them are on every class path. */
    private static final Set<String> OF_CXF = Set.of(
            "org.apache.cxf.binding.soap.interceptor.CheckFaultInterceptor",
            "org.apache.cxf.binding.soap.interceptor.MustUnderstandInterceptor",
            "org.apache.cxf.binding.soap.interceptor.RPCInInterceptor",
            "org.apache.cxf.binding.soap.interceptor.RPCOutInterceptor",
            "org.apache.cxf.binding.soap.interceptor.ReadHeadersInterceptor",
            "org.apache.cxf.binding.soap.interceptor.SoapActionInInterceptor",
            "org.apache.cxf.binding.soap.interceptor.SoapHeaderInterceptor",
            "org.apache.cxf.binding.soap.interceptor.SoapHeaderOutFilterInterceptor",
            "org.apache.cxf.binding.soap.interceptor.SoapOutInterceptor",
            "org.apache.cxf.binding.soap.interceptor.SoapPreProtocolOutInterceptor",
            "org.apache.cxf.binding.soap.interceptor.StartBodyInterceptor",
            "org.apache.cxf.frontend.WSDLGetInterceptor",
            "org.apache.cxf.interceptor.AttachmentInInterceptor",
            "org.apache.cxf.interceptor.AttachmentOutInterceptor",
            "org.apache.cxf.interceptor.MessageSenderInterceptor",
            "org.apache.cxf.interceptor.MessageSenderInterceptor$MessageSenderEndingInterceptor",
            "org.apache.cxf.interceptor.StaxInInterceptor",
            "org.apache.cxf.interceptor.StaxOutInterceptor",
            "org.apache.cxf.jaxb.attachment.JAXBAttachmentSchemaValidationHack",
            "org.apache.cxf.jaxws.interceptors.HolderInInterceptor",
            "org.apache.cxf.jaxws.interceptors.HolderOutInterceptor",
            "org.apache.cxf.jaxws.interceptors.SwAInInterceptor",
            "org.apache.cxf.jaxws.interceptors.SwAOutInterceptor",
            "org.apache.cxf.jaxws.interceptors.WrapperClassInInterceptor",
            "org.apache.cxf.jaxws.interceptors.WrapperClassOutInterceptor",
            "org.apache.cxf.ws.addressing.impl.MAPAggregatorImpl",
            "org.apache.cxf.ws.addressing.soap.MAPCodec",
            "org.apache.cxf.ws.policy.PolicyInInterceptor",
            "org.apache.cxf.ws.policy.PolicyOutInterceptor",
            "org.apache.cxf.ws.policy.PolicyVerificationInInterceptor",
            "org.apache.cxf.ws.rm.RMCaptureInInterceptor",
            "org.apache.cxf.ws.rm.RMCaptureOutInterceptor",
            "org.apache.cxf.ws.rm.RMDeliveryInterceptor",
            "org.apache.cxf.ws.rm.RMInInterceptor",
            "org.apache.cxf.ws.rm.RMOutInterceptor",
            "org.apache.cxf.ws.rm.soap.RMSoapInInterceptor",
            "org.apache.cxf.ws.rm.soap.RMSoapOutInterceptor",
            "org.apache.cxf.wsdl.interceptors.BareInInterceptor",
            "org.apache.cxf.wsdl.interceptors.BareOutInterceptor",
            "org.apache.cxf.wsdl.interceptors.DocLiteralInInterceptor",
            "org.apache.cxf.wsdl.interceptors.WrappedOutInterceptor");

    private KnownInterceptors() {}

    /** Returns whether a chain has only known interceptors. */
    public static boolean areAll(Iterable<Interceptor<? extends Message>> chain) {
        for (Interceptor<? extends Message> interceptor : chain) {
            String name = interceptor.getClass().getName();
            if (!isOurs(name) && !OF_CXF.contains(name)) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether a policy makes a requirement; an endpoint without policies has no map, or an empty one. */
    static boolean isAsserted(Message message) {
        AssertionInfoMap assertions = message.get(AssertionInfoMap.class);
        return assertions != null && !assertions.isEmpty();
    }

    /** Returns whether a class is ours: in a package below ours. */
    private static boolean isOurs(String name) {
        return name.startsWith(OURS) && Character.isLowerCase(name.charAt(OURS.length()));
    }
}
