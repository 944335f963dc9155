package io.github.restartoracle.benchmarks.lab.node;

import io.github.restartoracle.pending.SampleUse;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.event.MessageId;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import io.github.restartoracle.wsrm.path.PathStatus;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.Bus;

/** Our queue with an oracle. Calls return at once, so they are made in the caller's thread. */
final class OracleQueue implements SourceQueue {
    private final RestartOracle oracle;
    private final AtomicInteger called = new AtomicInteger();
    private final AtomicInteger acknowledged = new AtomicInteger();

    OracleQueue(Bus bus, Settings settings, Dispatches dispatches, int warmUpMessages) {
        oracle = RestartOracle.install(bus, settings, new TransmissionListener() {
            @Override
            public void dispatched(MessageId message, int attempt, long dueNanos, long dispatchedNanos) {
                long number = message.number() - warmUpMessages;
                if (number >= 1) {
                    dispatches.add(number, number, attempt, dueNanos, dispatchedNanos);
                }
            }

            @Override
            public void acknowledged(MessageId message, int attempts, SampleUse use, long arrivedNanos) {
                acknowledged.incrementAndGet();
            }
        });
    }

    @Override
    public void call(long message, Runnable call) {
        called.incrementAndGet();
        call.run();
    }

    @Override
    public int outstanding() {
        return called.get() - acknowledged.get() - oracle.queue().givenUp().size();
    }

    @Override
    public int attemptsUnderWay() {
        return oracle.queue().paths().stream().mapToInt(PathStatus::inFlight).sum();
    }

    @Override
    public void close() {
        // closed with its bus
    }
}
