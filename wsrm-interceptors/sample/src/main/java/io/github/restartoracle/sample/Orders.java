package io.github.restartoracle.sample;

import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;

/** The supplier's service. An order has no answer: WS-ReliableMessaging sees to it that it arrives. */
@WebService(targetNamespace = "urn:orders")
public interface Orders {
    /**
     * Places an order.
     *
     * @param shop the name of the shop
     * @param number the order's number, unique in its shop
     */
    @Oneway
    @WebMethod
    void place(@WebParam(name = "shop") String shop, @WebParam(name = "number") long number);
}
