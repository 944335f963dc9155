package io.github.restartoracle.benchmarks.jmh;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement;
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
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * The cost of a retransmission queue with N unacknowledged messages in one sequence. Every operation changes the queue, so each
 * is measured once on a fresh queue (single shot). Set-up is not measured. Run: {@code ./mvnw -Pjmh -pl benchmarks -am verify
 * -Djmh.args=RetransmissionQueueBenchmark}.
 */
@State(Scope.Thread)
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

    /** The name of the queue. */
    @Param({"cxf", "restart-oracle"})
    public String queue = "";

    /** The number of messages, N. */
    @Param({"1000", "10000", "50000"})
    public int messages;

    @SuppressWarnings("NullAway.Init") // made in the set-up of each invocation
    private QueueBench bench;

    private List<SequenceAcknowledgement> acknowledgements = List.of();

    /**
     * Runs every operation often enough for the JIT compiler: with fresh state, the repetitions of a measurement are too few
     * for that.
     */
    @Setup(Level.Trial)
    public void compile() throws RMException {
        for (int round = 0; round < WARM_UP_ROUNDS; round++) {
            fill(WARM_UP_MESSAGES, List.of(QueueBench.everyOther(WARM_UP_MESSAGES / 2)));
            acknowledge();
            acknowledgements = inOrder(WARM_UP_MESSAGES);
            acknowledge();
            close();
        }
    }

    /** Makes the queue for a benchmark, and the acknowledgements that it applies. */
    @Setup(Level.Invocation)
    public void prepare(BenchmarkParams benchmark) throws RMException {
        String name = benchmark.getBenchmark();
        switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "addAll" -> bench = new QueueBench(queue, messages);
            // N messages on average while the acknowledgements remove one after the other.
            case "acknowledgeOne" -> fill(messages + BATCH / 2, inOrder(BATCH));
            case "acknowledgeAllInOrder" -> fill(messages, inOrder(messages));
            case "acknowledgeEveryOther" -> fill(messages, List.of(QueueBench.everyOther(messages)));
            default -> throw new IllegalArgumentException(name);
        }
    }

    private void fill(int count, List<SequenceAcknowledgement> toApply) throws RMException {
        bench = new QueueBench(queue, count);
        bench.addAll();
        acknowledgements = toApply;
    }

    private static List<SequenceAcknowledgement> inOrder(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(QueueBench::upTo).toList();
    }

    /** Ends the threads of the queue. */
    @TearDown(Level.Invocation)
    public void close() {
        bench.close();
    }

    private int acknowledge() throws RMException {
        for (SequenceAcknowledgement acknowledgement : acknowledgements) {
            bench.acknowledge(acknowledgement);
        }
        return bench.unacknowledged();
    }

    /** Adds N messages. */
    @Benchmark
    public int addAll() {
        bench.addAll();
        return bench.unacknowledged();
    }

    /** Applies acknowledgements that remove one message each. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public int acknowledgeOne() throws RMException {
        return acknowledge();
    }

    /** Applies N acknowledgements, each of which removes the next message. */
    @Benchmark
    public int acknowledgeAllInOrder() throws RMException {
        return acknowledge();
    }

    /** Applies one acknowledgement with N/2 ranges, each of which removes one message. */
    @Benchmark
    public int acknowledgeEveryOther() throws RMException {
        return acknowledge();
    }
}
