package io.github.restartoracle.sample;

import jakarta.jws.WebService;
import java.util.Map;
import org.springframework.stereotype.Component;

/** The supplier notes when an order arrives. */
@Component
@WebService(
        endpointInterface = "io.github.restartoracle.sample.Orders",
        serviceName = "OrderService",
        portName = "OrderPort",
        targetNamespace = "urn:orders")
final class Supplier implements Orders {
    private final Map<String, OrderBook> books;

    Supplier(Map<String, OrderBook> books) {
        this.books = books;
    }

    @Override
    public void place(String shop, long number) {
        OrderBook book = books.get(shop);
        if (book != null) {
            book.arrived(number);
        }
    }
}
