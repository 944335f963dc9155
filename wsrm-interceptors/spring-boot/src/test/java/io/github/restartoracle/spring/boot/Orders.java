package io.github.restartoracle.spring.boot;

import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebService;

/** A reliable one-way service. */
@WebService(name = "Orders", targetNamespace = "urn:orders")
public interface Orders {
    @Oneway
    @WebMethod
    void put(String order);
}
