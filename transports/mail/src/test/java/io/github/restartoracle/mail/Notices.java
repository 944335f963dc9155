package io.github.restartoracle.mail;

import jakarta.activation.DataHandler;
import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebService;

/** A service for tests. */
@WebService(targetNamespace = "urn:notices")
public interface Notices {
    @Oneway
    @WebMethod(action = "urn:notices:tell")
    void tell(String text);

    @Oneway
    @WebMethod(action = "urn:notices:show")
    void show(DataHandler picture);

    @WebMethod(action = "urn:notices:ask")
    String ask(String question);
}
