package io.github.restartoracle.benchmarks.lab.node;

import io.github.restartoracle.harness.testbed.Mailbox;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Client;

/** How messages get from the source to the destination, as one of the two ends sees it. */
public interface Wire {
    /**
     * HTTP.
     *
     * @param address of the destination, or of the link in front of it
     * @return the wire of either end
     */
    static Wire http(String address) {
        return new HttpWire(address, HttpWire.WARM_UP);
    }

    /**
     * The same with another number of messages before a run: a slow link takes minutes for as many as warm the code.
     *
     * @param address of the destination, or of the link in front of it
     * @param warmUpMessages the same at both ends
     * @return the wire of either end
     */
    static Wire http(String address, int warmUpMessages) {
        return new HttpWire(address, warmUpMessages);
    }

    /**
     * Mail, acknowledgements included.
     *
     * @param own the mailbox of this end
     * @param peer the mail address of the other end
     * @param poll how often the mailbox is looked at, 100 ms or more
     * @param spool where mails are kept until they are processed; made if it is not there
     * @return the wire of this end
     */
    static Wire mail(Mailbox own, String peer, Duration poll, Path spool) {
        return new MailWire(own, peer, poll, spool);
    }

    /** What the source calls. */
    String target();

    /** Where the destination listens. */
    String endpoint();

    /** How many messages are sent and acknowledged before a run, so that the sequence exists and the code is warm. */
    int warmUpMessages();

    /**
     * Readies the bus of the source before anything uses it.
     *
     * @param bus the bus
     * @param asInThePaper without what the paper's transport had not
     */
    void prepareSource(Bus bus, boolean asInThePaper);

    /**
     * Readies the bus of the destination before anything uses it.
     *
     * @param bus the bus
     * @param conduct what the endpoint does beside answering; only over HTTP
     */
    void prepareDestination(Bus bus, ServiceConduct conduct) throws IOException;

    /** Sets the transport as in the paper. */
    void asInThePaper(Client client);
}
