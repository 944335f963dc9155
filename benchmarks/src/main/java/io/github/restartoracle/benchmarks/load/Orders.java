package io.github.restartoracle.benchmarks.load;

import jakarta.jws.Oneway;
import jakarta.jws.WebService;

/** A service that takes orders. */
@WebService(targetNamespace = Orders.NAMESPACE)
public interface Orders {
    /** The namespace of the service. */
    String NAMESPACE = "urn:io.github.restartoracle:benchmarks:load";

    /**
     * Takes an order.
     *
     * @param order any text
     */
    @Oneway
    void put(String order);

    /**
     * Takes an order and confirms it.
     *
     * @param order any text
     * @return the same
     */
    String confirm(String order);

    /**
     * Takes a document.
     *
     * @param document any bytes
     */
    @Oneway
    void file(byte[] document);
}
