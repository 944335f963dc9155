package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.Link;
import io.github.restartoracle.harness.inject.InProcessLink;
import io.github.restartoracle.harness.inject.KernelLink;
import io.github.restartoracle.harness.proof.FaultProof;
import java.io.IOException;
import java.net.InetSocketAddress;

/** A link in front of a server of this process. */
interface ServerLink extends AutoCloseable {
    /** Returns the address to which clients connect. */
    InetSocketAddress target();

    /** Makes this moment the start of the run, from which the times of the faults count. */
    void begin();

    FaultProof proof() throws IOException;

    @Override
    void close();

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
        ServerLink open(FaultSchedule faults, Link link, int port, long seed) throws IOException {
            return this == KERNEL
                    ? new OfKernel(KernelLink.open(faults), port)
                    : new OfModel(InProcessLink.open(InProcessLink.Settings.to("127.0.0.1", port)
                            .with(faults)
                            .with(link)
                            .withSeed(seed)));
        }
    }

    /** A link of the kernel. */
    record OfKernel(KernelLink link, int port) implements ServerLink {
        @Override
        public InetSocketAddress target() {
            return new InetSocketAddress(link.address(), port);
        }

        @Override
        public void begin() {
            link.begin();
        }

        @Override
        public FaultProof proof() throws IOException {
            return link.proof();
        }

        @Override
        public void close() {
            link.close();
        }
    }

    /** A modelled link. */
    record OfModel(InProcessLink link) implements ServerLink {
        @Override
        public InetSocketAddress target() {
            return link.address();
        }

        @Override
        public void begin() {
            link.begin();
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
}
