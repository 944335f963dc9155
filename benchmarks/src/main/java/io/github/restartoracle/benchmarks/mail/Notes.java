package io.github.restartoracle.benchmarks.mail;

import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebService;

/** The service of the contests. */
@WebService(targetNamespace = "urn:notes")
public interface Notes {
    /**
     * Receives a note.
     *
     * @param text the note
     */
    @Oneway
    @WebMethod(action = "urn:notes:put")
    void put(String text);
}
