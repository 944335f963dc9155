package io.github.restartoracle.store;

import jakarta.jws.WebService;
import java.util.function.Consumer;

/** A service that gives each order to an action. */
@WebService(
        endpointInterface = "io.github.restartoracle.store.Orders",
        serviceName = "OrdersService",
        portName = "OrdersPort",
        targetNamespace = "urn:test:orders")
final class OrdersService implements Orders {
    private final Consumer<String> action;

    OrdersService(Consumer<String> action) {
        this.action = action;
    }

    @Override
    public void put(String order) {
        action.accept(order);
    }
}
