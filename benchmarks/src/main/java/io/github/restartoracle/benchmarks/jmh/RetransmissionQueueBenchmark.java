package io.github.restartoracle.benchmarks.jmh;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of a retransmission queue with N unacknowledged messages in one sequence. Every operation changes the queue, so each
 * is measured once on a fresh queue (single shot). Set-up is not measured. Run: {@code ./mvnw -Pjmh -pl benchmarks -am verify
 * -Djmh.args=RetransmissionQueueBenchmark}.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2)
@Measurement(iterations = 5)
// The heap has its full size from the start and is large, so that page faults and collections do not distort single
// measurements.
@Fork(
        value = 2,
        jvmArgsAppend = {"-Xms4g", "-Xmx4g", "-Xmn3g", "-XX:+AlwaysPreTouch"})
public class RetransmissionQueueBenchmark {
    /** The number of acknowledgements in one measurement of {@link #acknowledgeOne}: a single one is too short to be timed. */
    static final int BATCH = 500;

    private static final int WARM_UP_ROUNDS = 20;
    private static final int WARM_UP_MESSAGES = 2000;

    /** The queue and the number of messages in it. */
    @State(Scope.Thread)
    public static class Parameters {
        /** The name of the queue. */
        @Param({"cxf", "restart-oracle"})
        public String queue = "";

        /** The number of messages, N. */
        @Param({"1000", "10000", "50000"})
        public int messages;

        /**
         * Runs every operation often enough for the JIT compiler: with fresh state, the repetitions of a measurement are too
         * few for that.
         */
        @Setup(Level.Trial)
        public void compile() throws RMException {
            for (int round = 0; round < WARM_UP_ROUNDS; round++) {
                try (QueueBench bench = new QueueBench(QueueKind.of(queue), WARM_UP_MESSAGES)) {
                    bench.addAll();
                    bench.acknowledge(QueueBench.everyOther(WARM_UP_MESSAGES / 2));
                    for (int number = 1; number <= WARM_UP_MESSAGES; number++) {
                        bench.acknowledge(QueueBench.upTo(number));
                    }
                }
            }
        }
    }

    /** A queue without messages. */
    @State(Scope.Thread)
    public static class Empty extends Prepared {
        /** Makes the queue. */
        @Setup(Level.Invocation)
        public void prepare(Parameters parameters) throws RMException {
            open(parameters, parameters.messages);
        }
    }

    /** A queue with N messages, and the acknowledgements of all of them in order. */
    @State(Scope.Thread)
    public static class Full extends Prepared {
        private final List<SequenceAcknowledgement> inOrder = new ArrayList<>();
        private @Nullable SequenceAcknowledgement everyOther;

        /** Makes and fills the queue. */
        @Setup(Level.Invocation)
        public void prepare(Parameters parameters) throws RMException {
            open(parameters, parameters.messages).addAll();
            everyOther = QueueBench.everyOther(parameters.messages);
            inOrder.clear();
            for (int number = 1; number <= parameters.messages; number++) {
                inOrder.add(QueueBench.upTo(number));
            }
        }
    }

    /** A queue with N messages on average while the acknowledgements of a batch remove one after the other. */
    @State(Scope.Thread)
    public static class Batch extends Prepared {
        private final List<SequenceAcknowledgement> first = new ArrayList<>();

        /** Makes and fills the queue. */
        @Setup(Level.Invocation)
        public void prepare(Parameters parameters) throws RMException {
            open(parameters, parameters.messages + BATCH / 2).addAll();
            first.clear();
            for (int number = 1; number <= BATCH; number++) {
                first.add(QueueBench.upTo(number));
            }
        }
    }

    /** The base of the states: owns the queue of one invocation. */
    @State(Scope.Thread)
    public abstract static class Prepared {
        private @Nullable QueueBench bench;

        QueueBench open(Parameters parameters, int messages) throws RMException {
            QueueBench opened = new QueueBench(QueueKind.of(parameters.queue), messages);
            bench = opened;
            return opened;
        }

        QueueBench bench() {
            if (bench == null) {
                throw new IllegalStateException("the queue is made in the set-up");
            }
            return bench;
        }

        /** Ends the threads of the queue. */
        @TearDown(Level.Invocation)
        public void close() {
            bench().close();
            bench = null;
        }
    }

    /**
     * Adds N messages.
     *
     * @param state the queue
     * @return a value that keeps the compiler from removing the work
     */
    @Benchmark
    public int addAll(Empty state) {
        state.bench().addAll();
        return state.bench().unacknowledged();
    }

    /**
     * Applies acknowledgements that remove one message each.
     *
     * @param state the queue
     * @return a value that keeps the compiler from removing the work
     * @throws RMException if CXF refuses the acknowledgement
     */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public int acknowledgeOne(Batch state) throws RMException {
        for (SequenceAcknowledgement acknowledgement : state.first) {
            state.bench().acknowledge(acknowledgement);
        }
        return state.bench().unacknowledged();
    }

    /**
     * Applies N acknowledgements, each of which removes the next message.
     *
     * @param state the queue
     * @return a value that keeps the compiler from removing the work
     * @throws RMException if CXF refuses an acknowledgement
     */
    @Benchmark
    public int acknowledgeAllInOrder(Full state) throws RMException {
        for (SequenceAcknowledgement acknowledgement : state.inOrder) {
            state.bench().acknowledge(acknowledgement);
        }
        return state.bench().unacknowledged();
    }

    /**
     * Applies one acknowledgement with N/2 ranges, each of which removes one message.
     *
     * @param state the queue
     * @return a value that keeps the compiler from removing the work
     * @throws RMException if CXF refuses the acknowledgement
     */
    @Benchmark
    public int acknowledgeEveryOther(Full state) throws RMException {
        if (state.everyOther != null) {
            state.bench().acknowledge(state.everyOther);
        }
        return state.bench().unacknowledged();
    }
}
