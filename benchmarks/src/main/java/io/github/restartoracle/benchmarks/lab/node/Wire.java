package io.github.restartoracle.benchmarks.lab.node;

import io.github.restartoracle.harness.testbed.Mailbox;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Client;

/** The transport of messages from the source to the destination, from the view of one of the two ends. */
public interface Wire {
    /**
     * Returns HTTP.
     *
     * @param address of the destination, or of the link in front of it
     * @return the wire of either end
     */
    static Wire http(String address) {
        return new HttpWire(address, HttpWire.WARM_UP);
    }

    /**
     * Returns HTTP with another number of warm-up messages: on a slow link, the default number takes minutes.
     *
     * @param address of the destination, or of the link in front of it
     * @param warmUpMessages the same at both ends
     * @return the wire of either end
     */
    static Wire http(String address, int warmUpMessages) {
        return new HttpWire(address, warmUpMessages);
    }

    /**
     * Returns mail, for messages and acknowledgements.
     *
     * @param own the mailbox of this end
     * @param peer the mail address of the other end
     * @param poll the interval of polls of the mailbox, 100 ms or more
     * @param spool the directory that keeps mails until they are processed; made if it is not there
     * @return the wire of this end
     */
    static Wire mail(Mailbox own, String peer, Duration poll, Path spool) {
        return new MailWire(own, peer, poll, spool);
    }

    /** Returns the address that the source calls. */
    String target();

    /** Returns the address on which the destination listens. */
    String endpoint();

    /**
     * Returns the number of messages that are sent and acknowledged before a run, so that the sequence exists and the code is
     * warm.
     */
    int warmUpMessages();

    /**
     * Prepares the bus of the source before its first use.
     *
     * @param bus the bus
     * @param asInThePaper true to switch off features that the paper's transport did not have
     */
    void prepareSource(Bus bus, boolean asInThePaper);

    /**
     * Prepares the bus of the destination before its first use.
     *
     * @param bus the bus
     * @param conduct the behaviour of the endpoint besides answering; only over HTTP
     */
    void prepareDestination(Bus bus, ServiceConduct conduct) throws IOException;

    /** Sets the transport as in the paper. */
    void asInThePaper(Client client);
}
