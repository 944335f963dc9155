package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.harness.journal.Journal;
import io.github.restartoracle.harness.proof.FaultProof;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A run in this process: a client, a network and an endpoint, all used by this run alone. Used by one thread at a time. */
final class InProcessCell implements AutoCloseable {
    private static final Duration SETTLE = Duration.ofSeconds(30);

    /** The longest time for the delivery of accepted messages at the end. */
    private static final Duration DELIVERY = Duration.ofSeconds(10);

    private final CellRun cell;
    private final Path directory;
    private final InProcessNetwork network;
    private final DestinationEnd destination;
    private final SourceEnd source;

    InProcessCell(CellRun cell, Path directory, long seed) throws IOException {
        this.cell = cell;
        this.directory = directory;
        network = InProcessNetwork.of(
                cell.scenario(),
                directory.resolve("spool-" + cell.title()),
                seed + 31L * cell.number() + cell.scenario().name().hashCode());
        destination = new DestinationEnd(
                network.destination(),
                cell.scenario().service(),
                cell.run(),
                cell.oracle().isPlain());
        source = new SourceEnd(
                network.source(), cell.scenario().connections(), cell.oracle().settings());
    }

    /** {@return the client} */
    SourceEnd source() {
        return source;
    }

    /** Runs the cell after the warm-up of its client. */
    CellOutcome run(Duration drain, LatenessProbe probe) throws IOException {
        network.begin();
        long startNanos = System.nanoTime();
        destination.begin(startNanos);
        source.send(cell.scenario(), startNanos);
        int unacknowledged = source.drain(drain);
        FaultProof proof = network.proof();
        network.settle(SETTLE);
        DestinationReport received = received();
        Journal.ARRIVALS.write(directory.resolve("arrivals-" + cell.title() + ".csv"), received.arrivals());
        // The transmissions are read after the arrivals, so that each arrival has one.
        return CellOutcome.of(cell, source.report(startNanos, unacknowledged, probe), received, proof);
    }

    private DestinationReport received() {
        long giveUpNanos = System.nanoTime() + DELIVERY.toNanos();
        while (!destination.report().complete() && System.nanoTime() - giveUpNanos < 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
        }
        return destination.report();
    }

    @Override
    public void close() {
        source.close();
        destination.close();
        network.close();
    }
}
