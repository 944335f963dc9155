package io.github.restartoracle.store;

import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;

/** The service under test. */
@WebService(name = "Orders", targetNamespace = "urn:test:orders")
public interface Orders {
    /** Puts an order, one-way. */
    @Oneway
    @WebMethod
    void put(@WebParam(name = "order") String order);

    /** Puts an order, and returns it when it was put. */
    @WebMethod
    default String ask(@WebParam(name = "order") String order) {
        put(order);
        return order;
    }
}
