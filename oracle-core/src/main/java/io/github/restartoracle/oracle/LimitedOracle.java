package io.github.restartoracle.oracle;

/** No message is transmitted more than so many times. */
final class LimitedOracle extends DelegatingOracle {
    private final int maxAttempts;

    LimitedOracle(RetransmissionOracle oracle, int maxAttempts) {
        super(oracle);
        this.maxAttempts = maxAttempts;
    }

    @Override
    public boolean mayRestart(int attempt) {
        return attempt < maxAttempts && super.mayRestart(attempt);
    }
}
