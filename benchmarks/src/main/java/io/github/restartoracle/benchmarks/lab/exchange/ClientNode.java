package io.github.restartoracle.benchmarks.lab.exchange;

import io.github.restartoracle.harness.testbed.TestbedNode;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The client in its container: {@code ClientNode PORT PHASE...}, phases in the form of {@link ExchangePhase#notation()}. Leaves
 * {@link #EXCHANGES} in the node's output.
 */
public final class ClientNode {
    /** The file of exchanges. */
    public static final String EXCHANGES = "exchanges.csv";

    /** The number of warm-up exchanges, enough for the JIT compiler to compile the loops. */
    private static final int WARM_UP = 300;

    private static final Call SMALL = new Call(400, 2000, Duration.ZERO);
    private static final long RETRY_NANOS = Duration.ofMillis(100).toNanos();

    private ClientNode() {}

    /**
     * Runs all phases.
     *
     * @param args see above
     * @throws IOException if the file cannot be written
     */
    public static void main(String[] args) throws IOException {
        TestbedNode node = TestbedNode.current();
        List<ExchangePhase> phases =
                Arrays.stream(args).skip(1).map(ExchangePhase::parse).toList();
        ExchangeClient client = new ExchangeClient(node.peer(), Integer.parseInt(args[0]));
        warmUp(client, node);
        node.ready();
        long startNanos = node.awaitStart();
        List<Exchange> exchanges = new PhaseRunner(client).run(phases, startNanos);
        Exchange.FILE.write(
                node.output().resolve(EXCHANGES),
                exchanges.stream().map(exchange -> exchange.since(startNanos)).toList());
    }

    /** Makes warm-up exchanges for a few seconds at most, even if the link is slow: on a slow link less code has to be fast. */
    private static void warmUp(ExchangeClient client, TestbedNode node) {
        long begin = System.nanoTime();
        long limit = begin + Duration.ofSeconds(4).toNanos();
        int done = 0;
        while (done == 0 || (done < WARM_UP && System.nanoTime() < limit)) {
            if (client.call("warm-up", done, SMALL, System.nanoTime()).parts().isPresent()) {
                done++;
            } else if (System.nanoTime() - begin > Duration.ofMinutes(2).toNanos()) {
                throw new IllegalStateException("no answer from " + node.peer());
            } else {
                LockSupport.parkNanos(RETRY_NANOS);
            }
        }
    }
}
