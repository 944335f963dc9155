package io.github.restartoracle.benchmarks.load;

import jakarta.jws.Oneway;
import jakarta.jws.WebService;
import java.util.concurrent.atomic.LongAdder;

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

    /** Takes all of them, and counts them. */
    final class Counted implements Orders {
        private final LongAdder taken = new LongAdder();

        @Override
        public void put(String order) {
            taken.increment();
        }

        @Override
        public String confirm(String order) {
            taken.increment();
            return order;
        }

        @Override
        public void file(byte[] document) {
            taken.increment();
        }
    }
}
