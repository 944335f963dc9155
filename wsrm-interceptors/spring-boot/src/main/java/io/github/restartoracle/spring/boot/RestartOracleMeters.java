package io.github.restartoracle.spring.boot;

import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.recorder.PathRecorder;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.concurrent.TimeUnit;

/** The meters {@code restart.oracle.*} of a restart oracle, on every registry it is bound to. Thread-safe. */
public final class RestartOracleMeters implements MeterBinder {
    private final RestartOracle oracle;
    private final PathRecorder recorder;

    /**
     * Creates meters that are not bound yet, with a recorder of their own.
     *
     * @param oracle the restart oracle of a bus
     */
    public RestartOracleMeters(RestartOracle oracle) {
        this(oracle, new PathRecorder());
    }

    /**
     * Creates meters that are not bound yet.
     *
     * @param oracle the restart oracle of a bus
     * @param recorder counts the events for the meters; made a listener of the oracle if it is none
     */
    public RestartOracleMeters(RestartOracle oracle, PathRecorder recorder) {
        this.oracle = oracle;
        this.recorder = recorder;
        oracle.addListener(recorder);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        FunctionCounter.builder(
                        "restart.oracle.rejected.echoes",
                        oracle,
                        each -> each.status().rejectedEchoes())
                .description("Echoes of transmissions that contradicted what was sent")
                .register(registry);
        FunctionCounter.builder(
                        "restart.oracle.delivery.give.ups",
                        oracle,
                        each -> each.status().deliveryGiveUps())
                .description("Acknowledged messages whose delivery was given up")
                .register(registry);
        Gauge.builder(
                        "restart.oracle.given.up.deliveries",
                        oracle,
                        each -> each.status().givenUpDeliveries())
                .description("Acknowledged messages that wait for an operator to retry or discard them")
                .register(registry);
        Gauge.builder(
                        "restart.oracle.held.deliveries",
                        oracle,
                        each -> each.status().held().messages())
                .description("Acknowledged messages that wait, in order, for one that has not come")
                .register(registry);
        TimeGauge.builder(
                        "restart.oracle.held",
                        oracle,
                        TimeUnit.NANOSECONDS,
                        each -> each.status().held().nanos())
                .description("The longest time for which a sequence waits for a message that has not come")
                .register(registry);
        PathMeters paths = new PathMeters(
                registry,
                new PathTotals(oracle::paths, NanoClock.system()),
                new RecorderTotals(recorder, NanoClock.system()));
        oracle.addListener(paths);
        // Adds the paths that were opened before; each is registered once, even if it is opened several times.
        oracle.paths().forEach(path -> paths.pathOpened(path.endpoint(), path.address()));
    }
}
