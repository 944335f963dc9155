package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.inject.InProcessLink;
import io.github.restartoracle.harness.inject.KernelLink;
import io.github.restartoracle.harness.proof.FaultProof;
import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * A link in front of a server of this process: one of the kernel, which drops packets, or a relay that models TCP.
 *
 * @param target the address to which clients connect
 * @param start makes the present moment the start of the run, from which the times of the faults count
 * @param evidence proves the faults so far
 * @param end removes the link
 */
record ServerLink(InetSocketAddress target, Runnable start, Evidence evidence, Runnable end) {
    /** The source of a proof. */
    interface Evidence {
        FaultProof proof() throws IOException;
    }

    /**
     * Returns whether the links of a scenario are the kernel's. Only a namespace has such links, and only the model has
     * bandwidth, delay, and faults of packets at exact positions.
     */
    static boolean isOfKernel(Scenario scenario) {
        return DemoProcess.inNamespace() && KernelLink.carries(scenario.faults(), scenario.link());
    }

    /** Returns the address on which a server behind a link of a scenario listens. */
    static String host(Scenario scenario) {
        return isOfKernel(scenario) ? "0.0.0.0" : "127.0.0.1";
    }

    /**
     * Opens a link of a scenario in front of a port.
     *
     * @param faults those of the scenario, in the direction of this link
     * @param seed of random losses of the model
     */
    static ServerLink open(Scenario scenario, FaultSchedule faults, int port, long seed) throws IOException {
        if (isOfKernel(scenario)) {
            KernelLink link = KernelLink.open(faults);
            return new ServerLink(new InetSocketAddress(link.address(), port), link::begin, link::proof, link::close);
        }
        InProcessLink link = InProcessLink.open(InProcessLink.Settings.to("127.0.0.1", port)
                .with(faults)
                .with(scenario.link())
                .withSeed(seed));
        return new ServerLink(link.address(), link::begin, link::proof, link::close);
    }
}
