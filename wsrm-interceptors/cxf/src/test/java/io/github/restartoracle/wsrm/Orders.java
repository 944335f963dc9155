package io.github.restartoracle.wsrm;

import jakarta.activation.DataHandler;
import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;

/** The service under test. */
@WebService(name = "Orders", targetNamespace = "urn:test:orders")
public interface Orders {
    /** One-way. */
    @Oneway
    @WebMethod
    void put(@WebParam(name = "order") String order);

    /** Two-way. */
    @WebMethod
    String price(@WebParam(name = "order") String order);

    /** One-way, with content that may travel as an attachment. */
    @Oneway
    @WebMethod
    void upload(@WebParam(name = "document") byte[] document);

    /** One-way, with content that is read while the service runs. */
    @Oneway
    @WebMethod
    default void archive(@WebParam(name = "document") DataHandler document) {
        throw new UnsupportedOperationException();
    }
}
