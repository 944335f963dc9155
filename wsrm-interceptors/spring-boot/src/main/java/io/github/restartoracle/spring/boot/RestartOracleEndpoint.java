package io.github.restartoracle.spring.boot;

import io.github.restartoracle.pending.SampleUse;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.RestartOracleStatus;
import io.github.restartoracle.wsrm.event.MessageId;
import io.github.restartoracle.wsrm.queue.PathStatus;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * The endpoint {@code restartoracle}: the state of every path and the messages that were given up; POST retries one of
 * them, DELETE discards one. Thread-safe.
 */
@Endpoint(id = "restartoracle")
public final class RestartOracleEndpoint {
    /** How many messages that were given up are listed. */
    private static final int LISTED = 1000;

    private final RestartOracle oracle;

    RestartOracleEndpoint(RestartOracle oracle) {
        this.oracle = oracle;
    }

    /**
     * The state of everything.
     *
     * @param unacknowledged messages that are not acknowledged, those that were given up included
     * @param givenUp messages that were given up and not acknowledged since
     * @param parked calls that wait for their sequence
     * @param lost calls that were lost while they waited for their sequence
     * @param rejectedEchoes echoes of transmissions that contradicted what was sent
     * @param paths the paths
     * @param messages the messages that were given up, by sequence and number, at most 1000
     */
    public record State(
            int unacknowledged,
            int givenUp,
            int parked,
            long lost,
            long rejectedEchoes,
            List<PathState> paths,
            List<GivenUp> messages) {}

    /**
     * The state of a path.
     *
     * @param endpoint the service and port of the source
     * @param address the destination address
     * @param oracle the short name of the oracle
     * @param timeout of a first transmission; null for never
     * @param untilDue until the next restart; null if none is due as things stand
     * @param unacknowledged messages that are not acknowledged
     * @param waiting those of them that an acknowledgement is expected for
     * @param silent for how long nothing has been acknowledged although messages wait
     * @param inFlight attempts under way
     * @param restarts so far
     * @param giveUps so far
     * @param samples acknowledged messages by what the oracle could learn from them
     * @param rejectedAcknowledgements so far
     * @param pendingByAttempt how many messages wait for their timeout after so many transmissions; under 0 those that are
     *     held back
     * @param oracleState what the oracle says of itself, such as SRTT and RTTVAR or its histogram; times in seconds
     */
    public record PathState(
            String endpoint,
            String address,
            String oracle,
            @Nullable Duration timeout,
            @Nullable Duration untilDue,
            int unacknowledged,
            int waiting,
            Duration silent,
            int inFlight,
            long restarts,
            long giveUps,
            Map<SampleUse, Long> samples,
            long rejectedAcknowledgements,
            Map<Integer, Integer> pendingByAttempt,
            Map<String, Double> oracleState) {
        static PathState of(PathStatus path) {
            return new PathState(
                    path.endpoint(),
                    path.address(),
                    path.oracle(),
                    duration(path.timeoutNanos()),
                    duration(path.nanosUntilDue()),
                    path.unacknowledged(),
                    path.waiting(),
                    Duration.ofNanos(path.silentNanos()),
                    path.inFlight(),
                    path.restarts(),
                    path.giveUps(),
                    path.samples(),
                    path.rejectedAcknowledgements(),
                    path.pendingByAttempt(),
                    path.oracleState());
        }

        private static @Nullable Duration duration(long nanos) {
            return nanos == Long.MAX_VALUE ? null : Duration.ofNanos(nanos);
        }
    }

    /**
     * A message that was given up.
     *
     * @param sequence the WS-RM sequence identifier
     * @param number the message number
     * @param reason why
     */
    public record GivenUp(String sequence, long number, String reason) {}

    /**
     * What an operation did.
     *
     * @param done false if there is no such message among those that were given up
     */
    public record Outcome(boolean done) {}

    /**
     * The state of everything.
     *
     * @return a snapshot
     */
    @ReadOperation
    public State state() {
        RestartOracleStatus status = oracle.status();
        List<GivenUp> messages = oracle.queue().givenUp().entrySet().stream()
                .map(entry ->
                        new GivenUp(entry.getKey().sequence(), entry.getKey().number(), entry.getValue()))
                .sorted(Comparator.comparing(GivenUp::sequence).thenComparingLong(GivenUp::number))
                .limit(LISTED)
                .toList();
        return new State(
                status.unacknowledged(),
                status.givenUp(),
                status.parked(),
                status.lost(),
                status.rejectedEchoes(),
                status.paths().stream().map(PathState::of).toList(),
                messages);
    }

    /**
     * Transmits a message again that was given up.
     *
     * @param sequence its sequence
     * @param number its number, 1 or more
     * @return whether there is such a message
     */
    @WriteOperation
    public Outcome retry(String sequence, long number) {
        return new Outcome(oracle.queue().retry(new MessageId(sequence, number)));
    }

    /**
     * Takes a message out that was given up, also from the store.
     *
     * @param sequence its sequence
     * @param number its number, 1 or more
     * @return whether there was such a message
     */
    @DeleteOperation
    public Outcome discard(String sequence, long number) {
        return new Outcome(oracle.queue().discard(new MessageId(sequence, number)));
    }
}
