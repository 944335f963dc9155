package io.github.restartoracle.spring.boot;

import io.github.restartoracle.ledger.TransmissionSummary;
import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.status.PathStatus;
import io.github.restartoracle.status.SampleUse;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.RestartOracleStatus;
import io.github.restartoracle.wsrm.event.GivenUpDelivery;
import io.github.restartoracle.wsrm.event.GivenUpMessage;
import io.github.restartoracle.wsrm.recorder.PathRecorder;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * The endpoint {@code restartoracle}: the state of every path and the messages that were given up; {@code
 * restartoracle/<sequence>/<number>} tells why a message waits, POST retries one that was given up, DELETE discards it.
 * Thread-safe.
 */
@Endpoint(id = "restartoracle")
public final class RestartOracleEndpoint {
    /** The maximum number of given-up messages in a list. */
    private static final int LISTED = 1000;

    private final RestartOracle oracle;
    private final PathRecorder recorder;

    RestartOracleEndpoint(RestartOracle oracle, PathRecorder recorder) {
        this.oracle = oracle;
        this.recorder = recorder;
    }

    /**
     * The state of all paths and messages.
     *
     * @param unacknowledged messages that are neither acknowledged nor given up
     * @param givenUp messages that were given up and not acknowledged since
     * @param parked calls that wait for their sequence
     * @param lost calls that were lost while they waited for their sequence
     * @param rejectedEchoes echoes of transmissions that contradicted the transmissions that were sent
     * @param summary ETT in seconds and unnecessary transmissions of all messages since the start
     * @param paths the paths
     * @param messages the messages that were given up, by sequence and number, at most 1000
     * @param givenUpDeliveries messages that were acknowledged to their source and whose delivery was given up
     * @param deliveries those messages, by sequence and number, at most 1000
     * @param heldDeliveries messages that were acknowledged and wait, in order, for one that has not come
     * @param held the longest time for which a sequence waits for such a message
     */
    public record State(
            int unacknowledged,
            int givenUp,
            int parked,
            long lost,
            long rejectedEchoes,
            Transmissions summary,
            List<PathState> paths,
            List<GivenUp> messages,
            int givenUpDeliveries,
            List<FailedDelivery> deliveries,
            int heldDeliveries,
            Duration held) {}

    /**
     * Timeliness and fairness since the start, as far as a source can know them; null for values that are not known yet.
     *
     * @param messages that were acknowledged, and calls that were lost
     * @param ettSeconds mean time from when a message was due to its acknowledgement
     * @param ettP50Seconds its median
     * @param ettP95Seconds its 95th percentile
     * @param ettP99Seconds its 99th percentile
     * @param ettMaxSeconds the longest
     * @param unnecessaryPerMessage restarts after the transmission that arrived, where it is known
     * @param transmissionsPerMessage first transmissions included
     */
    public record Transmissions(
            long messages,
            @Nullable Double ettSeconds,
            @Nullable Double ettP50Seconds,
            @Nullable Double ettP95Seconds,
            @Nullable Double ettP99Seconds,
            @Nullable Double ettMaxSeconds,
            @Nullable Double unnecessaryPerMessage,
            @Nullable Double transmissionsPerMessage) {
        static Transmissions of(TransmissionSummary summary) {
            return new Transmissions(
                    summary.messages(),
                    known(summary.ettSeconds().mean()),
                    known(summary.ettP50Seconds()),
                    known(summary.ettP95Seconds()),
                    known(summary.ettP99Seconds()),
                    known(summary.ettMaxSeconds()),
                    known(summary.urc().mean()),
                    known(summary.attemptsMean()));
        }

        private static @Nullable Double known(double value) {
            return Double.isNaN(value) ? null : value;
        }
    }

    /**
     * The state of a path.
     *
     * @param endpoint the service and port of the source
     * @param address the destination address
     * @param oracle the short name of the oracle
     * @param timeout of a first transmission; null for never
     * @param untilDue until the next restart; null if none is due as things stand
     * @param unacknowledged messages that are not acknowledged
     * @param parked those of them that wait for their sequence to be created
     * @param problem the reason for which there is no sequence for the parked messages, by the last attempt; null if there are
     *     none
     * @param waiting those of them that an acknowledgement is expected for
     * @param silent time for which no message has been acknowledged although messages wait
     * @param inFlight attempts in flight
     * @param oldest the reason for which the first of the messages that wait to be dispatched waits; null if there are none
     * @param restarts so far
     * @param giveUps so far
     * @param samples acknowledged messages by their use as a sample for the oracle
     * @param rejectedAcknowledgements so far
     * @param pendingByAttempt the number of messages that wait for their timeout, by the number of their transmissions; under 0
     *     those that are held back
     * @param oracleState internal state of the oracle, such as SRTT and RTTVAR or its histogram; times in seconds
     */
    public record PathState(
            String endpoint,
            String address,
            String oracle,
            @Nullable Duration timeout,
            @Nullable Duration untilDue,
            int unacknowledged,
            int parked,
            @Nullable String problem,
            int waiting,
            Duration silent,
            int inFlight,
            @Nullable String oldest,
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
                    path.parked(),
                    path.problem(),
                    path.waiting(),
                    Duration.ofNanos(path.silentNanos()),
                    path.inFlight(),
                    path.reach().oldest(),
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
     * @param endpoint the service and port of the source
     * @param address the destination address
     * @param age since it was first due, recovered, retried or parked
     * @param attempts the number of transmissions that were dispatched
     * @param reason the reason for giving up
     */
    public record GivenUp(
            String sequence, long number, String endpoint, String address, Duration age, int attempts, String reason) {
        static GivenUp of(GivenUpMessage message) {
            return new GivenUp(
                    message.id().sequence(),
                    message.id().number(),
                    message.endpoint(),
                    message.address(),
                    message.age(),
                    message.attempts(),
                    message.reason());
        }
    }

    /**
     * A message that was acknowledged to its source and whose delivery was given up.
     *
     * @param sequence the WS-RM sequence identifier
     * @param number the message number
     * @param endpoint the port of the endpoint that received it
     * @param age since it was given up, or recovered
     * @param attempts to deliver it; 0 if an earlier process has given it up
     * @param reason the last failure
     * @param repeatable false if its content is gone, so that it can be discarded only
     */
    public record FailedDelivery(
            String sequence,
            long number,
            String endpoint,
            Duration age,
            int attempts,
            String reason,
            boolean repeatable) {
        static FailedDelivery of(GivenUpDelivery delivery) {
            return new FailedDelivery(
                    delivery.id().sequence(),
                    delivery.id().number(),
                    delivery.endpoint(),
                    delivery.age(),
                    delivery.attempts(),
                    delivery.reason(),
                    delivery.repeatable());
        }
    }

    /**
     * The outcome of an operation.
     *
     * @param done false if there is no such message among those that were given up
     */
    public record Outcome(boolean done) {}

    /**
     * Returns the state of all paths and messages.
     *
     * @return a snapshot
     */
    @ReadOperation
    public State state() {
        RestartOracleStatus status = oracle.status();
        List<GivenUp> messages = oracle.givenUp().stream()
                .map(GivenUp::of)
                .sorted(Comparator.comparing(GivenUp::sequence).thenComparingLong(GivenUp::number))
                .limit(LISTED)
                .toList();
        List<FailedDelivery> deliveries = oracle.givenUpDeliveries().stream()
                .map(FailedDelivery::of)
                .sorted(Comparator.comparing(FailedDelivery::sequence).thenComparingLong(FailedDelivery::number))
                .limit(LISTED)
                .toList();
        return new State(
                status.unacknowledged(),
                status.givenUp(),
                status.parked(),
                status.lost(),
                status.rejectedEchoes(),
                Transmissions.of(recorder.summary()),
                status.paths().stream().map(PathState::of).toList(),
                messages,
                status.givenUpDeliveries(),
                deliveries,
                status.held().messages(),
                Duration.ofNanos(status.held().nanos()));
    }

    /**
     * The reason for which a message waits.
     *
     * @param reason what it waits for, since when, and until when at the latest if that is known
     */
    public record Waiting(String reason) {}

    /**
     * Returns the reason for which a message is not acknowledged yet.
     *
     * @param sequence its sequence
     * @param number its number, 1 or more
     * @return null if there is no such message
     */
    @ReadOperation
    public @Nullable Waiting whyWaiting(@Selector String sequence, @Selector long number) {
        return oracle.whyWaiting(id(sequence, number)).map(Waiting::new).orElse(null);
    }

    /**
     * Transmits a message again that was given up, or delivers it again if its delivery was.
     *
     * @param sequence its sequence
     * @param number its number, 1 or more
     * @return true if there is such a message
     * @throws UnsupportedOperationException if {@code restart-oracle.operator-actions} is false
     */
    @WriteOperation
    public Outcome retry(String sequence, long number) {
        return new Outcome(oracle.retry(id(sequence, number)));
    }

    /**
     * Removes a message that was given up, also from the store.
     *
     * @param sequence its sequence
     * @param number its number, 1 or more
     * @return true if there was such a message
     * @throws UnsupportedOperationException if {@code restart-oracle.operator-actions} is false
     */
    @DeleteOperation
    public Outcome discard(String sequence, long number) {
        return new Outcome(oracle.discard(id(sequence, number)));
    }

    private static MessageId id(String sequence, long number) {
        if (number < 1) {
            throw new InvalidEndpointRequestException(
                    "number must be 1 or more, was " + number, "the numbers of messages begin with 1");
        }
        return new MessageId(sequence, number);
    }
}
