package io.github.restartoracle.internal.outbound;

import io.github.restartoracle.internal.attempt.PathResources;
import io.github.restartoracle.internal.pending.PendingSet;
import io.github.restartoracle.oracle.Gate;
import io.github.restartoracle.oracle.Stage;
import io.github.restartoracle.status.Backlog;
import io.github.restartoracle.status.PathName;
import io.github.restartoracle.status.PathStatus;
import io.github.restartoracle.status.SampleUse;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The ends of messages, and the status that a path shows. A settled message is forgotten; one that was given up stays: it
 * may still be acknowledged, and can be retried.
 *
 * <p>Not thread-safe; confined to the lock of its path.
 */
final class Outcomes<P> {
    private final Changes<P> changes;
    private final Payloads<P> payloads;
    private final Set<Message<P>> givenUp = new LinkedHashSet<>();
    private final Map<SampleUse, Long> samples = new EnumMap<>(SampleUse.class);
    private int open;
    private int unresolved;
    private long silentSinceNanos;
    private int parked;
    private int leaving;
    private long bytes;
    private long restarts;
    private long giveUps;
    private long moves;
    private long rejectedAcknowledgements;
    private long missedWakeUps;
    private @Nullable String problem;

    Outcomes(Changes<P> changes, Payloads<P> payloads) {
        this.changes = changes;
        this.payloads = payloads;
    }

    /** Adds a message. */
    void begin(Message<P> message, long nowNanos) {
        if (message.isRequest()) {
            return;
        }
        open++;
        bytes += message.bytes();
        ClientLife client = payloads.client(message.payload());
        if (client != null) {
            client.hold();
        }
        resolvable(message, nowNanos);
    }

    /** Starts again with a message that was given up. */
    void beginAgain(Message<P> message, long nowNanos) {
        givenUp.remove(message);
        resolvable(message, nowNanos);
    }

    private void resolvable(Message<P> message, long nowNanos) {
        silentSinceNanos = unresolved == 0 ? nowNanos : silentSinceNanos;
        unresolved++;
        parked += message.state() == MessageState.PARKED ? 1 : 0;
        leaving += message.isLeaving() ? 1 : 0;
    }

    /** Records that a parked message got its number. */
    void numbered() {
        parked--;
        problem = null;
    }

    /** Records that the number of a message was taken back. */
    void unnumbered() {
        parked++;
    }

    /** Records the reason why there is no sequence for parked messages. */
    void problem(String reason) {
        problem = reason;
    }

    @Nullable
    String problem() {
        return parked == 0 ? null : problem;
    }

    /** Records that the first transmission of a message has been written, or will not be. */
    void left(Message<P> message) {
        leaving -= message.isLeaving() ? 1 : 0;
        message.firstWritten();
    }

    /** Records that the message is an answer on the connection of its request, whose acknowledgement is not reported. */
    void answering(Message<P> message) {
        unresolvable(message);
        message.become(MessageState.ANSWERING);
    }

    private void unresolvable(Message<P> message) {
        if (message.isUnresolved()) {
            unresolved--;
            parked -= message.state() == MessageState.PARKED ? 1 : 0;
            leaving -= message.isLeaving() ? 1 : 0;
        }
    }

    void giveUp(Message<P> message, String reason) {
        int attempts = message.attemptsMade();
        Requester requester = message.requester();
        if (requester != null) {
            message.giveUp(reason);
            changes.act(new Act.TellRequester<>(requester, attempts, reason));
            return;
        }
        givenUpBefore(message, reason);
        giveUps++;
        changes.act(new Act.TellGivenUp<>(message, attempts, reason));
    }

    /** Records a message that an earlier process gave up and reported. */
    void givenUpBefore(Message<P> message, String reason) {
        unresolvable(message);
        message.giveUp(reason);
        givenUp.add(message);
    }

    void settle(Message<P> message) {
        if (message.isRequest()) {
            message.settle();
            return;
        }
        unresolvable(message);
        message.settle();
        givenUp.remove(message);
        open--;
        bytes -= message.bytes();
        ClientLife client = payloads.client(message.payload());
        if (client != null && client.release()) {
            changes.act(new Act.EndClient<>(client));
        }
    }

    /** Records that a message is moved to another sequence. */
    void moved() {
        moves++;
    }

    void restarted() {
        restarts++;
    }

    void sampled(SampleUse use) {
        samples.merge(use, 1L, Long::sum);
    }

    /** Records that an acknowledgement settled a message, or that the destination created a sequence. */
    void heard(long nowNanos) {
        silentSinceNanos = nowNanos;
    }

    void rejectedAcknowledgement() {
        rejectedAcknowledgements++;
    }

    /** Counts messages that the periodic check dispatched although no event had caused it. */
    void missedWakeUps(int messages) {
        missedWakeUps += messages;
    }

    /** Returns the number of messages that were added and are not settled. */
    int open() {
        return open;
    }

    Backlog backlog() {
        return new Backlog(open, unresolved, leaving, bytes);
    }

    /** Returns the status of the path; the oldest waiting message is explained, or null if none waits to be dispatched. */
    PathStatus status(
            PathName name,
            PathSettings settings,
            PathResources resources,
            PendingSet<Message<P>> pending,
            SendWindow<P> window,
            @Nullable String oldest,
            long nowNanos) {
        Gate gate = pending.oracle().gate(nowNanos);
        boolean down = gate.down();
        return new PathStatus(
                name.endpoint(),
                name.address(),
                settings.oracleName(),
                open - givenUp.size(),
                parked,
                problem(),
                unresolved,
                givenUp.size(),
                bytes,
                unresolved == 0 ? 0 : Math.max(0, nowNanos - silentSinceNanos),
                window.flight().size(),
                pending.oracle().timeoutNanos(nowNanos, Stage.UNOBSERVED, 1),
                pending.nanosUntilDue(nowNanos),
                restarts,
                giveUps,
                moves,
                Map.copyOf(samples),
                rejectedAcknowledgements,
                resources.messages().refused(),
                resources.responses().refused(),
                missedWakeUps,
                pending.sizeByAttempt(),
                new PathStatus.Reach(
                        down,
                        down ? nowNanos - gate.sinceNanos() : 0,
                        down ? gate.probeNanos() : 0,
                        window.waitingOrHeld(),
                        oldest),
                pending.oracle().describe());
    }

    Collection<Message<P>> givenUp() {
        return List.copyOf(givenUp);
    }
}
