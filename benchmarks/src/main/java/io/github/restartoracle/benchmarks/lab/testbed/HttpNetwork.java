package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.benchmarks.lab.node.Wire;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.harness.proof.FaultProof;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;

/** A link in front of an HTTP server. */
final class HttpNetwork implements InProcessNetwork {
    private final int port;
    private final String host;
    private final ServerLink link;

    HttpNetwork(Scenario scenario, ServerLink.Kind links, long seed) throws IOException {
        port = ServerPorts.next();
        host = links.host();
        link = links.open(scenario.faults(), scenario.link(), port, seed);
    }

    private static Wire wire(String host, int port) {
        return Wire.http("http://" + host + ":" + port + "/sink");
    }

    @Override
    public Wire source() {
        InetSocketAddress target = link.target();
        return wire(target.getAddress().getHostAddress(), target.getPort());
    }

    @Override
    public Wire destination() {
        return wire(host, port);
    }

    @Override
    public void begin() {
        link.start().run();
    }

    @Override
    public void settle(Duration atMost) {
        // not needed, because the source waits for its attempts
    }

    @Override
    public FaultProof proof() throws IOException {
        return link.evidence().proof();
    }

    @Override
    public void close() {
        link.end().run();
    }
}
