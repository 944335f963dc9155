package io.github.restartoracle.internal.outbound;

import io.github.restartoracle.internal.sequence.Resend;
import io.github.restartoracle.oracle.OracleFactory;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of one path.
 *
 * @param oracleName the short name of the kind of oracle
 * @param oracles makes the oracle
 * @param maxAttempts the maximum number of transmissions of a message, 0 for no limit
 * @param giveUpAfter the time after which a waiting message is given up instead of restarted, zero for no limit
 * @param maxInFlight the maximum number of attempts in flight, 1 or more
 * @param maxBytesInFlight the maximum of the bytes of the messages of these attempts together; one message of any size may
 *     always be in flight
 * @param abandonAcknowledged true if attempts that have not connected are closed when their message is acknowledged
 * @param keepsCallerOrder true if first transmissions of one caller follow one another
 * @param resend the messages that move to another sequence when the destination takes no part in theirs any more; null if
 *     the delivery assurance of the sequence decides
 */
public record PathSettings(
        String oracleName,
        OracleFactory oracles,
        int maxAttempts,
        Duration giveUpAfter,
        int maxInFlight,
        long maxBytesInFlight,
        boolean abandonAcknowledged,
        boolean keepsCallerOrder,
        @Nullable Resend resend) {}
