package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.outbound.Message;
import io.github.restartoracle.outbound.MessageId;
import io.github.restartoracle.outbound.Path;
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
public record GivenUpMessage(MessageId id, String endpoint, String address, Duration age, int attempts, String reason) {

    static GivenUpMessage of(Message<?> message) {
        Path<?> path = message.path();
        return path.locked(() -> new GivenUpMessage(
                message.id(),
                path.name().endpoint(),
                path.name().address(),
                Duration.ofNanos(path.resources().nowNanos() - message.sinceNanos()),
                message.attemptsMade(),
                String.valueOf(message.reason())));
    }
}
