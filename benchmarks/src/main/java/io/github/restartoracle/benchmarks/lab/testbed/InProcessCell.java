package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.benchmarks.lab.node.DestinationEnd;
import io.github.restartoracle.benchmarks.lab.node.SourceEnd;
import io.github.restartoracle.benchmarks.lab.results.HostLateness;
import io.github.restartoracle.harness.journal.ArrivalRow;
import io.github.restartoracle.harness.journal.Journal;
import io.github.restartoracle.harness.proof.FaultProof;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * A run in this process: a client, a network with modelled links and an endpoint, all used by this run alone. Used by one
 * thread.
 */
final class InProcessCell implements AutoCloseable {
    private static final Duration SETTLE = Duration.ofSeconds(30);

    /** The longest time for the delivery of accepted messages at the end. */
    private static final Duration DELIVERY = Duration.ofSeconds(10);

    private final CellRun cell;
    private final Path arrivals;
    private final InProcessNetwork network;
    private final DestinationEnd destination;
    private final SourceEnd source;

    InProcessCell(CellRun cell, ServerLink.Kind links, Path directory, long seed) throws IOException {
        this.cell = cell;
        this.arrivals = directory.resolve("arrivals-" + cell.title() + ".csv");
        network = InProcessNetwork.of(
                cell,
                links,
                directory.resolve("spool-" + cell.title()),
                seed + 31L * cell.number() + cell.scenario().name().hashCode());
        destination = new DestinationEnd(network.destination(), cell.scenario().service(), cell.run(), arrivals);
        source = new SourceEnd(
                network.source(), cell.scenario().connections(), cell.oracle().settings());
        source.warmUp();
    }

    CellOutcome run(Duration drain, Supplier<HostLateness> lateness) throws IOException {
        Duration interval = cell.scenario().interval();
        network.begin();
        long startNanos = System.nanoTime();
        destination.begin(startNanos);
        source.send(cell.scenario().messages(), interval, cell.scenario().payloadBytes(), startNanos);
        int unacknowledged = source.drain(drain);
        FaultProof proof = network.proof();
        network.settle(SETTLE);
        List<ArrivalRow> arrived = arrivedAndDelivered();
        String label = cell.oracle().label();
        return new CellOutcome(
                cell,
                new Journal(source.journal(cell.run(), label, startNanos, interval))
                        .join(arrived)
                        .rows(),
                source.restarts(cell.run(), label),
                destination.delivered(),
                destination.duplicatesDelivered(),
                unacknowledged,
                proof,
                lateness.get());
    }

    /**
     * Reads the arrivals when all acknowledged messages are delivered. A message is acknowledged before it is delivered, so the
     * application may receive the last ones a little later.
     */
    private List<ArrivalRow> arrivedAndDelivered() throws IOException {
        long giveUpNanos = System.nanoTime() + DELIVERY.toNanos();
        while (true) {
            destination.flush();
            List<ArrivalRow> arrived = Journal.ARRIVALS.read(arrivals);
            long messages =
                    arrived.stream().mapToLong(ArrivalRow::message).distinct().count();
            if (destination.delivered() >= messages || System.nanoTime() - giveUpNanos > 0) {
                return arrived;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
        }
    }

    /** Returns the number of messages that wait for an acknowledgement. */
    int waiting() {
        return source.outstanding();
    }

    int sent() {
        return source.sent();
    }

    @Override
    public void close() throws IOException {
        source.close();
        destination.close();
        network.close();
    }
}
