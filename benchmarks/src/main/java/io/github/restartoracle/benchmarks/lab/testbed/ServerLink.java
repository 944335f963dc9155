package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.Link;
import io.github.restartoracle.harness.inject.InProcessLink;
import io.github.restartoracle.harness.inject.KernelLink;
import io.github.restartoracle.harness.proof.FaultProof;
import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * A link in front of a server of this process.
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

    /** The kinds of links. */
    enum Kind {
        /** A link of the kernel, which drops packets; only in a network namespace. */
        KERNEL,
        /** A relay that models TCP. */
        MODEL;

        /**
         * Returns this kind if it can carry the faults, else the model. Only the model has bandwidth, delay, and faults of
         * packets at exact positions.
         */
        Kind orModel(FaultSchedule faults, Link link) {
            return this == KERNEL && KernelLink.carries(faults, link) ? KERNEL : MODEL;
        }

        /** Returns the address on which a server behind such a link listens. */
        String host() {
            return this == KERNEL ? "0.0.0.0" : "127.0.0.1";
        }

        /**
         * Opens a link in front of a port.
         *
         * @param seed of random losses of the model
         */
        ServerLink open(FaultSchedule faults, Link properties, int port, long seed) throws IOException {
            if (this == KERNEL) {
                KernelLink link = KernelLink.open(faults);
                return new ServerLink(
                        new InetSocketAddress(link.address(), port), link::begin, link::proof, link::close);
            }
            InProcessLink link = InProcessLink.open(InProcessLink.Settings.to("127.0.0.1", port)
                    .with(faults)
                    .with(properties)
                    .withSeed(seed));
            return new ServerLink(link.address(), link::begin, link::proof, link::close);
        }
    }
}
