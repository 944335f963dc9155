package io.github.restartoracle.benchmarks.lab.node;

import io.github.restartoracle.harness.testbed.TestbedNode;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The wire of a node, from its command line: a port of HTTP, {@code tls:} and a port of HTTPS, or {@code mail:} and the interval
 * of polls.
 */
final class NodeWire {
    private static final String MAIL = "mail:";
    private static final String TLS = "tls:";
    private static final Path SPOOL = Path.of("/tmp/spool");

    private NodeWire() {}

    /**
     * The wire of a node.
     *
     * @param node where this runs
     * @param host that the source calls over HTTP, or that the destination listens on
     * @param wire such as {@code 8080} or {@code mail:PT6S}
     */
    static Wire of(TestbedNode node, String host, String wire) {
        if (wire.startsWith(MAIL)) {
            return Wire.mail(
                    node.mailbox(), node.peerMailAddress(), Duration.parse(wire.substring(MAIL.length())), SPOOL);
        }
        return Wire.http(
                wire.startsWith(TLS)
                        ? "https://" + host + ":" + wire.substring(TLS.length()) + "/sink"
                        : "http://" + host + ":" + wire + "/sink");
    }
}
