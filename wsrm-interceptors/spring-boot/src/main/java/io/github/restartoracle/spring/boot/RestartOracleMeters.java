package io.github.restartoracle.spring.boot;

import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.RestartOracle;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** The meters {@code restart.oracle.*} of a restart oracle, on every registry it is bound to. Thread-safe. */
public final class RestartOracleMeters implements MeterBinder {
    private final RestartOracle oracle;

    /**
     * Meters that are not bound yet.
     *
     * @param oracle the restart oracle of a bus
     */
    public RestartOracleMeters(RestartOracle oracle) {
        this.oracle = oracle;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("restart.oracle.parked", oracle, each -> each.status().parked())
                .description("One-way calls that wait for their sequence to be created")
                .register(registry);
        FunctionCounter.builder(
                        "restart.oracle.rejected.echoes",
                        oracle,
                        each -> each.status().rejectedEchoes())
                .description("Echoes of transmissions that contradicted what was sent")
                .register(registry);
        PathMeters paths = new PathMeters(registry, new PathTotals(oracle.queue()::paths, NanoClock.system()));
        oracle.addListener(paths);
        // Those that were opened before; each is registered once, however often it is opened.
        oracle.queue().paths().forEach(path -> paths.pathOpened(path.endpoint(), path.address()));
    }
}
