package io.github.restartoracle.interop.metro;

import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.ws.Action;

/** The service that every peer offers. The actions are spelt out because the stacks derive different ones without a WSDL. */
@WebService(name = "Orders", targetNamespace = Orders.NAMESPACE)
public interface Orders {
    /** The namespace of the service and of its messages. */
    String NAMESPACE = "urn:test:orders";

    /**
     * Takes an order; one-way.
     *
     * @param order any text
     */
    @Oneway
    @WebMethod(action = "urn:test:orders:put")
    @Action(input = "urn:test:orders:put")
    void put(@WebParam(name = "order") String order);

    /**
     * Takes an order and returns its price; two-way.
     *
     * @param order any text
     * @return {@code price of} and the order
     */
    @WebMethod(action = "urn:test:orders:price")
    @Action(input = "urn:test:orders:price", output = "urn:test:orders:priceResponse")
    String price(@WebParam(name = "order") String order);
}
