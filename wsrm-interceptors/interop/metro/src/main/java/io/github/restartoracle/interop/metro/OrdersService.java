package io.github.restartoracle.interop.metro;

import jakarta.jws.WebService;
import jakarta.xml.ws.BindingType;
import jakarta.xml.ws.soap.SOAPBinding;

/** Reports each order that is delivered on the standard output, as a line {@code delivered ORDER}. */
@WebService(
        serviceName = "OrdersService",
        portName = "OrdersPort",
        targetNamespace = Orders.NAMESPACE,
        endpointInterface = "io.github.restartoracle.interop.metro.Orders")
public class OrdersService implements Orders {
    @Override
    public void put(String order) {
        report(order);
    }

    @Override
    public String price(String order) {
        report(order);
        return "price of " + order;
    }

    private static void report(String order) {
        System.out.println("delivered " + order);
    }

    /** The same over SOAP 1.2. */
    @WebService(
            serviceName = "OrdersService",
            portName = "OrdersPort",
            targetNamespace = Orders.NAMESPACE,
            endpointInterface = "io.github.restartoracle.interop.metro.Orders")
    @BindingType(SOAPBinding.SOAP12HTTP_BINDING)
    public static class Soap12 extends OrdersService {}
}
