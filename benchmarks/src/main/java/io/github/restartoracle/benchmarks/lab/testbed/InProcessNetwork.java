package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.benchmarks.lab.node.Wire;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.harness.proof.FaultProof;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** What lies between the two ends of a run in this process. */
interface InProcessNetwork extends AutoCloseable {
    /**
     * The network of a run; without faults until {@link #begin}.
     *
     * @param links what its links are if they can carry the faults
     * @param spool for what has to be kept in files
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

    /** Waits until nothing is on its way that could still arrive by itself. */
    void settle(Duration atMost);

    FaultProof proof() throws IOException;

    @Override
    void close();
}
