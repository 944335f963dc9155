package io.github.restartoracle.benchmarks.simulator;

/** SOAP over mail. */
final class MailCourier implements Courier {
    MailCourier(SimulatedRun run) {
        throw new UnsupportedOperationException(run.scenario.name());
    }

    @Override
    public void dispatch(SimulatedMessage message, int attempt) {}
}
