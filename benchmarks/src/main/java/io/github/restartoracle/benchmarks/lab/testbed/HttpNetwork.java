package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.benchmarks.lab.node.Wire;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.harness.inject.InProcessLink;
import io.github.restartoracle.harness.proof.FaultProof;
import java.io.IOException;
import java.time.Duration;

/** A modelled link in front of an HTTP server. */
final class HttpNetwork implements InProcessNetwork {
    private final int port;
    private final InProcessLink link;

    HttpNetwork(Scenario scenario, long seed) throws IOException {
        port = ServerPorts.next();
        link = InProcessLink.open(InProcessLink.Settings.to("127.0.0.1", port)
                .with(scenario.faults())
                .with(scenario.link())
                .withSeed(seed));
    }

    private static Wire wire(int port) {
        return Wire.http("http://127.0.0.1:" + port + "/sink");
    }

    @Override
    public Wire source() {
        return wire(link.address().getPort());
    }

    @Override
    public Wire destination() {
        return wire(port);
    }

    @Override
    public void begin() {
        link.begin();
    }

    @Override
    public void settle(Duration atMost) {
        // the source waits for its attempts
    }

    @Override
    public FaultProof proof() {
        return link.proof();
    }

    @Override
    public void close() {
        link.close();
    }
}
