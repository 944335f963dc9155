package io.github.restartoracle.harness.proof;

/** A run is void because a fault was not applied. The message names the fault, what was requested and what was measured. */
public final class FaultNotAppliedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * A run is void.
     *
     * @param message which fault, what was requested and what was measured
     */
    public FaultNotAppliedException(String message) {
        super(message);
    }
}
