package io.github.restartoracle.http;

import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;

/** A service with an operation of either kind. */
@WebService(targetNamespace = "urn:greeter")
public interface Greeter {
    /**
     * Takes a notice; one-way.
     *
     * @param text anything
     */
    @Oneway
    @WebMethod
    void notice(@WebParam(name = "text") String text);

    /**
     * Returns a greeting; two-way.
     *
     * @param name anything
     * @return a greeting
     */
    @WebMethod
    String greet(@WebParam(name = "name") String name);
}
