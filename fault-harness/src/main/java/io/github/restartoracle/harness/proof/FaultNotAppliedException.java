package io.github.restartoracle.harness.proof;

/** Reports that a run is void because a fault was not applied. The message names the fault, the request and the measurement. */
public final class FaultNotAppliedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception for a void run.
     *
     * @param message the fault, the request and the measurement
     */
    public FaultNotAppliedException(String message) {
        super(message);
    }
}
