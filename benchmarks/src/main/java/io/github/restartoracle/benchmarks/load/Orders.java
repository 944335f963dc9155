package io.github.restartoracle.benchmarks.load;

import jakarta.jws.Oneway;
import jakarta.jws.WebService;

/** A service that receives orders. */
@WebService(targetNamespace = Orders.NAMESPACE)
public interface Orders {
    /** The namespace of the service. */
    String NAMESPACE = "urn:io.github.restartoracle:benchmarks:load";

    /**
     * Receives an order.
     *
     * @param order any text
     */
    @Oneway
    void put(String order);

    /**
     * Receives an order and confirms it.
     *
     * @param order any text
     * @return the same
     */
    String confirm(String order);

    /**
     * Receives a document.
     *
     * @param document any bytes
     */
    @Oneway
    void file(byte[] document);
}
