package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.benchmarks.lab.node.Wire;
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
     * @param spool for what has to be kept in files
     */
    static InProcessNetwork of(CellRun cell, Path spool, long seed) throws IOException {
        return cell.scenario().transport() == Transport.MAIL
                ? new MailNetwork(cell.scenario(), spool, seed)
                : new HttpNetwork(cell.scenario(), seed);
    }

    Wire source();

    Wire destination();

    /** Makes this moment the start of the run, from which the times of the faults count. */
    void begin();

    /** Waits until nothing is on its way that could still arrive by itself. */
    void settle(Duration atMost);

    FaultProof proof();

    @Override
    void close();
}
