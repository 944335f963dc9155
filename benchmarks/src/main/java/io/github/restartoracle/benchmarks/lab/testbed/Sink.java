package io.github.restartoracle.benchmarks.lab.testbed;

import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;

/** The service of the experiments: it receives messages. */
@WebService(name = "Sink", targetNamespace = "urn:io.github.restartoracle:experiment")
public interface Sink {
    /**
     * Receives a message.
     *
     * @param text its number, a colon, and filling
     */
    @Oneway
    @WebMethod
    void put(@WebParam(name = "text") String text);
}
