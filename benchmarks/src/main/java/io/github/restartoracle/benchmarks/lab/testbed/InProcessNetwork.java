package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.benchmarks.lab.node.Wire;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.harness.proof.FaultProof;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** The network between the two ends of a run in this process. */
interface InProcessNetwork extends AutoCloseable {
    /**
     * Creates the network of a run. It has no faults before {@link #begin}.
     *
     * @param links the kind of its links if this kind can carry the faults
     * @param spool the directory for files
     */
    static InProcessNetwork of(CellRun cell, ServerLink.Kind links, Path spool, long seed) throws IOException {
        Scenario scenario = cell.scenario();
        ServerLink.Kind kind = links.orModel(scenario.faults(), scenario.link());
        return scenario.transport() == Transport.MAIL
                ? new MailNetwork(scenario, kind, spool, seed)
                : new HttpNetwork(scenario, kind, seed);
    }

    Wire source();

    Wire destination();

    /** Makes this moment the start of the run, from which the times of the faults count. */
    void begin();

    /** Waits until no message is in transit that can still arrive without the source. */
    void settle(Duration atMost);

    FaultProof proof() throws IOException;

    @Override
    void close();
}
