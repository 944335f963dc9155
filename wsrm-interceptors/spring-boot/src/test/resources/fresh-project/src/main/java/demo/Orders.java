package demo;

import jakarta.jws.Oneway;
import jakarta.jws.WebService;

@WebService(targetNamespace = "urn:orders")
public interface Orders {
    @Oneway
    void place(String order);
}
