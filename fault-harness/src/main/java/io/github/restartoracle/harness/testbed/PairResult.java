package io.github.restartoracle.harness.testbed;

import io.github.restartoracle.harness.proof.FaultProof;
import java.nio.file.Path;
import java.time.Duration;

/**
 * How the run of one pair went.
 *
 * @param pair the pair's name
 * @param exitCode what the source's program ended with
 * @param length from time 0 to the end of the source's program
 * @param proof the requested and the applied faults
 * @param sourceOutput what the source wrote to {@link TestbedNode#output()}
 * @param destinationOutput what the destination wrote there
 */
public record PairResult(
        String pair, long exitCode, Duration length, FaultProof proof, Path sourceOutput, Path destinationOutput) {
    /**
     * Fails if the run is worth nothing.
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
