package io.github.restartoracle.interop.versions;

import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;

/** The service of the smoke test. */
@WebService(name = "Orders", targetNamespace = "urn:smoke:orders")
public interface Orders {
    /**
     * Takes an order; one-way.
     *
     * @param order any text
     */
    @Oneway
    @WebMethod
    void put(@WebParam(name = "order") String order);

    /**
     * Returns the price of an order; two-way.
     *
     * @param order any text
     * @return {@code price of} and the order
     */
    @WebMethod
    String price(@WebParam(name = "order") String order);
}
