package io.github.restartoracle.spring.boot;

import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.status.PathStatus;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.RestartOracleStatus;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/**
 * Down while a path is silent: messages wait for acknowledgements or for their sequence, and no acknowledgement has come for
 * too long. Down as well while messages that were received wait too long, in order, for one that has not come. Messages that were given up do not wait: they need an operator, as the description of the status and the details
 * tell.
 */
final class RestartOracleHealth extends AbstractHealthIndicator {
    private static final String SILENT_AFTER = "silent-after";
    /** The maximum number of given-up messages in the details; Actuator's endpoint has more. */
    private static final int LISTED = 10;

    private final RestartOracle oracle;
    private final Duration silentAfter;

    RestartOracleHealth(RestartOracle oracle, Duration silentAfter) {
        this.oracle = oracle;
        this.silentAfter = silentAfter;
    }

    static Duration silentAfter(Settings health) {
        health.requireKnown(Set.of(SILENT_AFTER));
        return health.duration(SILENT_AFTER, Duration.ofMinutes(2), Duration.ofMillis(1), Duration.ofDays(365));
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        RestartOracleStatus status = oracle.status();
        List<String> silent = status.paths().stream()
                .filter(path -> path.silentNanos() > silentAfter.toNanos())
                .map(RestartOracleHealth::describe)
                .toList();
        boolean isHeld = status.held().nanos() > silentAfter.toNanos();
        builder.status(new Status(
                        (silent.isEmpty() && !isHeld ? Status.UP : Status.DOWN).getCode(), description(status)))
                .withDetail("unacknowledged", status.unacknowledged())
                .withDetail("parked", status.parked())
                .withDetail("givenUp", status.givenUp())
                .withDetail("lost", status.lost())
                .withDetail("givenUpDeliveries", status.givenUpDeliveries());
        if (status.held().messages() > 0) {
            builder.withDetail(
                    "held",
                    status.held().messages() + " messages are held behind a missing one for "
                            + Duration.ofNanos(status.held().nanos()).toSeconds() + " s");
        }
        if (!silent.isEmpty()) {
            builder.withDetail("silent", silent);
        }
        if (status.givenUp() > 0) {
            builder.withDetail(
                    "givenUpMessages",
                    oracle.givenUp().stream()
                            .limit(LISTED)
                            .map(message -> message.id() + ": " + message.reason())
                            .toList());
        }
    }

    private static String description(RestartOracleStatus status) {
        return status.givenUp() == 0
                ? ""
                : status.givenUp() + " messages were given up; an operator has to retry or discard them";
    }

    private static String describe(PathStatus path) {
        return path.endpoint() + " to " + path.address() + ": " + path.waiting()
                + " messages are waiting, no answer for "
                + Duration.ofNanos(path.silentNanos()).toSeconds() + " s"
                + (path.problem() == null ? "" : "; no sequence: " + path.problem());
    }
}
