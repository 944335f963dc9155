package io.github.restartoracle.mail.internal.inbox;

import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;

/** The service that mails are for. */
@WebService(name = "Orders", targetNamespace = "urn:test:orders")
public interface Orders {
    /** Puts an order, one-way. */
    @Oneway
    @WebMethod
    void put(@WebParam(name = "order") String order);

    /** Returns a price, two-way. */
    @WebMethod
    String price(@WebParam(name = "order") String order);

    /** Uploads a document, one-way, with content that may travel as an attachment. */
    @Oneway
    @WebMethod
    void upload(@WebParam(name = "document") byte[] document);
}
