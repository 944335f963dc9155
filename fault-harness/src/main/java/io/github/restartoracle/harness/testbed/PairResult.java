package io.github.restartoracle.harness.testbed;

import io.github.restartoracle.harness.proof.FaultProof;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The result of the run of one pair.
 *
 * @param pair the pair's name
 * @param exitCode the exit code of the source's program
 * @param length the time from time 0 to the end of the source's program
 * @param proof the requested and the applied faults
 * @param sourceOutput the files that the source wrote to {@link TestbedNode#output()}
 * @param destinationOutput the files that the destination wrote there
 */
public record PairResult(
        String pair, long exitCode, Duration length, FaultProof proof, Path sourceOutput, Path destinationOutput) {
    /**
     * Fails if the run is void.
     *
     * @throws IllegalStateException if the source's program failed
     * @throws io.github.restartoracle.harness.proof.FaultNotAppliedException if a fault was not applied
     */
    public void requireValid() {
        if (exitCode != 0) {
            throw new IllegalStateException("the source of " + pair + " ended with " + exitCode + "; its log is in "
                    + sourceOutput.resolveSibling("source.log"));
        }
        proof.requireApplied();
    }
}
