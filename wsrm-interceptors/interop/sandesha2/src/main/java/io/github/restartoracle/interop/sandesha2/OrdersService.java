package io.github.restartoracle.interop.sandesha2;

import javax.xml.namespace.QName;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.InOnlyAxisOperation;
import org.apache.axis2.description.InOutAxisOperation;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.engine.MessageReceiver;
import org.apache.axis2.receivers.AbstractInOutMessageReceiver;
import org.apache.axis2.receivers.AbstractMessageReceiver;

/** Reports each order that is delivered on the standard output, as a line {@code delivered ORDER}. */
final class OrdersService {
    private OrdersService() {}

    static AxisService deployOn(AxisConfiguration configuration) throws AxisFault {
        AxisService service = new AxisService("orders");
        service.setTargetNamespace(Payload.NAMESPACE);
        service.setClassLoader(OrdersService.class.getClassLoader());
        add(service, new InOnlyAxisOperation(new QName(Payload.NAMESPACE, "put")), new Put());
        add(service, new InOutAxisOperation(new QName(Payload.NAMESPACE, "price")), new Price());
        configuration.addService(service);
        return service;
    }

    private static void add(AxisService service, AxisOperation operation, MessageReceiver receiver) {
        String name = operation.getName().getLocalPart();
        operation.setMessageReceiver(receiver);
        operation.setSoapAction(Payload.NAMESPACE + ":" + name);
        operation.setOutputAction(Payload.NAMESPACE + ":" + name + "Response");
        service.addOperation(operation);
        service.mapActionToOperation(Payload.NAMESPACE + ":" + name, operation);
    }

    private static String deliver(MessageContext request) {
        String order = Payload.text(request.getEnvelope().getBody().getFirstElement());
        System.out.println("delivered " + order);
        return order;
    }

    private static final class Put extends AbstractMessageReceiver {
        @Override
        protected void invokeBusinessLogic(MessageContext request) {
            deliver(request);
        }
    }

    private static final class Price extends AbstractInOutMessageReceiver {
        @Override
        public void invokeBusinessLogic(MessageContext request, MessageContext response) throws AxisFault {
            OMElement body = Payload.of("priceResponse", "return", "price of " + deliver(request));
            SOAPEnvelope envelope = getSOAPFactory(request).getDefaultEnvelope();
            envelope.getBody().addChild(body);
            response.setEnvelope(envelope);
        }
    }
}
