package io.github.restartoracle.wsrm;

import jakarta.activation.DataHandler;
import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;

/** The service under test. */
@WebService(name = "Orders", targetNamespace = "urn:test:orders")
public interface Orders {
    /** Takes an order, one-way. */
    @Oneway
    @WebMethod
    void put(@WebParam(name = "order") String order);

    /** Returns a price, two-way. */
    @WebMethod
    String price(@WebParam(name = "order") String order);

    /** Takes a document one-way, which may be sent as an attachment. */
    @Oneway
    @WebMethod
    void upload(@WebParam(name = "document") byte[] document);

    /** Takes a document one-way, which is read while the service runs. */
    @Oneway
    @WebMethod
    default void archive(@WebParam(name = "document") DataHandler document) {
        throw new UnsupportedOperationException();
    }
}
