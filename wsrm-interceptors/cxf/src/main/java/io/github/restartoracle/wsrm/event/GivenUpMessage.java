package io.github.restartoracle.wsrm.event;

import io.github.restartoracle.status.MessageId;
import java.time.Duration;

/**
 * A message that was given up.
 *
 * @param id its name
 * @param endpoint the service and port of the RM source
 * @param address the destination address
 * @param age the time since it was first due, recovered, retried or parked
 * @param attempts the number of transmissions that were dispatched
 * @param reason the reason why it was given up
 */
public record GivenUpMessage(
        MessageId id, String endpoint, String address, Duration age, int attempts, String reason) {}
