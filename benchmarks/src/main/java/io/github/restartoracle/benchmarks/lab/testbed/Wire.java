package io.github.restartoracle.benchmarks.lab.testbed;

import java.io.IOException;
import org.apache.cxf.Bus;

/** The transport of messages from the source to the destination, from the view of one of the two ends. */
interface Wire {
    /**
     * {@return the number of messages that are sent and acknowledged before a run, so that the sequence exists and the code is
     * warm}
     */
    int warmUpMessages();

    /**
     * Prepares the bus of the source before its first use. Returns the address that the source calls.
     *
     * @param asInThePaper true to switch off features that the paper's transport did not have
     */
    String prepareSource(Bus bus, boolean asInThePaper);

    /**
     * Prepares the bus of the destination before its first use. Returns the address on which the destination listens.
     *
     * @param conduct the behaviour of the endpoint besides answering; only over HTTP
     */
    String prepareDestination(Bus bus, ServiceConduct conduct) throws IOException;
}
