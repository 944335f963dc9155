package io.github.restartoracle.benchmarks.lab.node;

import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;

/** The service of the experiments: it receives messages. */
@WebService(name = "Sink", targetNamespace = Sink.NAMESPACE)
public interface Sink {
    /** The namespace of the service. */
    String NAMESPACE = "urn:io.github.restartoracle:experiment";

    /**
     * Receives a message.
     *
     * @param text its number, a colon, and filling
     */
    @Oneway
    @WebMethod
    void put(@WebParam(name = "text") String text);
}
