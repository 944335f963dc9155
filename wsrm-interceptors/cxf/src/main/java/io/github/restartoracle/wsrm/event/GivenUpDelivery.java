package io.github.restartoracle.wsrm.event;

import io.github.restartoracle.status.MessageId;
import java.time.Duration;

/**
 * A message that a destination has acknowledged and does not deliver again: the service has refused it as often as the policy
 * of redelivery allows, once if there is no policy. An operator retries or discards it.
 *
 * @param id its name
 * @param endpoint the port of the endpoint that received it
 * @param age since it was given up, or since this process has recovered it
 * @param attempts to deliver it; 0 if an earlier process, or another one, has given it up
 * @param reason the last failure, for a person to read
 * @param repeatable false if its content is gone, so that it can be discarded only: there is neither a store nor a policy of
 *     redelivery, or too many messages were given up after it
 */
public record GivenUpDelivery(
        MessageId id, String endpoint, Duration age, int attempts, String reason, boolean repeatable) {}
