package io.github.restartoracle.benchmarks.lab.node;

import io.github.restartoracle.harness.testbed.TestbedNode;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The wire of a node, from its command line: {@code mail:} and the interval of polls; or a port of HTTP, or {@code tls:} and a
 * port of HTTPS, which {@code /} and the number of messages before the run may follow.
 */
final class NodeWire {
    private static final String MAIL = "mail:";
    private static final String TLS = "tls:";
    private static final Path SPOOL = Path.of("/tmp/spool");

    private NodeWire() {}

    /**
     * Parses the wire of a node.
     *
     * @param node the node of this process
     * @param host the host that the source calls over HTTP, or that the destination listens on
     * @param wire such as {@code 8080}, {@code tls:8080/20} or {@code mail:PT6S}
     */
    static Wire of(TestbedNode node, String host, String wire) {
        if (wire.startsWith(MAIL)) {
            return Wire.mail(
                    node.mailbox(), node.peerMailAddress(), Duration.parse(wire.substring(MAIL.length())), SPOOL);
        }
        boolean tls = wire.startsWith(TLS);
        String[] parts = wire.substring(tls ? TLS.length() : 0).split("/", 2);
        String address = (tls ? "https://" : "http://") + host + ":" + parts[0] + "/sink";
        return parts.length == 1 ? Wire.http(address) : Wire.http(address, Integer.parseInt(parts[1]));
    }
}
