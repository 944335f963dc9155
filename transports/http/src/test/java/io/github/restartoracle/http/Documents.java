package io.github.restartoracle.http;

import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;

/** A service of one-way operations, and one that is two-way. */
@WebService(targetNamespace = "urn:documents")
public interface Documents {
    /**
     * Stores a text; one-way.
     *
     * @param text anything
     */
    @Oneway
    @WebMethod
    void put(@WebParam(name = "text") String text);

    /**
     * Stores a document, which may be sent as an attachment; one-way.
     *
     * @param document anything
     */
    @Oneway
    @WebMethod
    void upload(@WebParam(name = "document") byte[] document);

    /**
     * Finds a text; two-way.
     *
     * @param text anything
     * @return the text, found
     */
    @WebMethod
    String find(@WebParam(name = "text") String text);
}
