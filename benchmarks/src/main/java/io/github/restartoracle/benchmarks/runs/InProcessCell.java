package io.github.restartoracle.benchmarks.runs;

import io.github.restartoracle.benchmarks.node.DestinationEnd;
import io.github.restartoracle.benchmarks.node.SourceEnd;
import io.github.restartoracle.harness.inject.InProcessLink;
import io.github.restartoracle.harness.journal.Arrival;
import io.github.restartoracle.harness.journal.Journal;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A run in this process: a client, a modelled link and an endpoint of its own. Used by one thread. */
final class InProcessCell implements AutoCloseable {
    private static final String PATH = "/sink";

    private final CellRun cell;
    private final Path arrivals;
    private final DestinationEnd destination;
    private final InProcessLink link;
    private final SourceEnd source;

    InProcessCell(CellRun cell, Path directory, long seed) throws IOException {
        this.cell = cell;
        this.arrivals = directory.resolve("arrivals-" + cell.title() + ".csv");
        int port = freePort();
        destination = new DestinationEnd("http://127.0.0.1:" + port + PATH, cell.run(), arrivals);
        link = InProcessLink.open(InProcessLink.Settings.to("127.0.0.1", port)
                .with(cell.scenario().faults())
                .with(cell.scenario().link())
                .withSeed(seed + 31L * cell.number() + cell.scenario().name().hashCode()));
        source = new SourceEnd(
                "http://127.0.0.1:" + link.address().getPort() + PATH,
                cell.oracle().settings());
        source.warmUp();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    CellOutcome run(Duration drain) throws IOException {
        Duration interval = cell.scenario().interval();
        link.begin();
        long startNanos = System.nanoTime();
        source.send(cell.scenario().messages(), interval, cell.scenario().payloadBytes(), startNanos);
        int unacknowledged = source.drain(drain);
        destination.flush();
        List<Arrival> arrived = Journal.readArrivals(arrivals);
        String label = cell.oracle().label();
        return new CellOutcome(
                cell,
                new Journal(source.journal(cell.run(), label, startNanos, interval))
                        .join(arrived)
                        .rows(),
                source.restarts(cell.run(), label),
                destination.duplicatesDelivered(),
                unacknowledged,
                link.proof());
    }

    int sent() {
        return source.sent();
    }

    @Override
    public void close() throws IOException {
        source.close();
        link.close();
        destination.close();
    }
}
