package io.github.restartoracle.harness.inject;

import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.proof.Evidence;
import io.github.restartoracle.harness.proof.FaultProof;
import io.github.restartoracle.harness.proof.ProbeFlow;
import io.github.restartoracle.harness.proof.RuleCount;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The two sidecars of a pair of containers: faults in both directions, and the measurements of both ends.
 *
 * @param source the sidecar of the source
 * @param destination the sidecar of the destination
 */
public record FaultyPath(FaultSidecar source, FaultSidecar destination) implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FaultyPath.class);
    private static final Duration CLOCK_STEP = Duration.ofMillis(10);

    /**
     * Installs the faults at both ends.
     *
     * @param schedule the faults
     * @param start the run's time 0, a whole second in the future
     * @param length the longest duration of the run: faults that repeat do so until then
     */
    public void apply(FaultSchedule schedule, Instant start, Duration length) {
        source.apply(schedule, Direction.BACKWARD, start, length);
        destination.apply(schedule, Direction.FORWARD, start, length);
    }

    /**
     * Compares the requested faults to the measurements of both ends.
     *
     * @param schedule the faults that were asked for
     * @param start the run's time 0
     * @param length the duration of the run; later events do not count
     * @return the comparison
     */
    public FaultProof proof(FaultSchedule schedule, Instant start, Duration length) {
        FaultSidecar.Measured atSource = source.measure(schedule, Direction.BACKWARD);
        FaultSidecar.Measured atDestination = destination.measure(schedule, Direction.FORWARD);
        Duration steps = atSource.probes().clockSteps();
        if (steps.compareTo(CLOCK_STEP) > 0) {
            LOG.warn("the wall clock was stepped by {} during the run; disruptions may be displaced", steps);
        }
        List<RuleCount> counts = Stream.concat(atSource.counts().stream(), atDestination.counts().stream())
                .toList();
        List<ProbeFlow> probes = List.of(
                ProbeRecord.flow(Direction.FORWARD, atDestination.probes(), atSource.probes(), start, length),
                ProbeRecord.flow(Direction.BACKWARD, atSource.probes(), atDestination.probes(), start, length));
        return FaultProof.of(schedule, new Evidence(length, counts, probes));
    }

    @Override
    public void close() {
        source.close();
        destination.close();
    }
}
