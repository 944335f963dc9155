package io.github.restartoracle.http;

import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;

/** A service of one-way operations, and one that is two-way. */
@WebService(targetNamespace = "urn:documents")
public interface Documents {
    /**
     * One way.
     *
     * @param text anything
     */
    @Oneway
    @WebMethod
    void put(@WebParam(name = "text") String text);

    /**
     * One way, with content that may travel as an attachment.
     *
     * @param document anything
     */
    @Oneway
    @WebMethod
    void upload(@WebParam(name = "document") byte[] document);

    /**
     * Two-way.
     *
     * @param text anything
     * @return the text, found
     */
    @WebMethod
    String find(@WebParam(name = "text") String text);
}
