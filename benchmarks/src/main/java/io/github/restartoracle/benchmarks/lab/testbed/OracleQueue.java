package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.status.PathStatus;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import org.apache.cxf.Bus;

/** Our queue with an oracle. Calls return at once, so they are made in the caller's thread. */
final class OracleQueue implements SourceQueue {
    private final RestartOracle oracle;
    private final CallTimes times;

    OracleQueue(Bus bus, Settings settings, Dispatches dispatches, CallTimes times) {
        this.times = times;
        oracle = RestartOracle.install(bus, settings, new TransmissionListener() {
            @Override
            public void dispatched(MessageId message, int attempt, long dueNanos, long dispatchedNanos) {
                dispatches.add(message.number(), attempt, dueNanos, dispatchedNanos);
            }
        });
    }

    @Override
    public void call(long message, Runnable call) {
        times.time(call);
    }

    @Override
    public int outstanding() {
        return oracle.backlog().unresolved();
    }

    @Override
    public int attemptsUnderWay() {
        return oracle.paths().stream().mapToInt(PathStatus::inFlight).sum();
    }
}
