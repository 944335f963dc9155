package io.github.restartoracle.internal.outbound;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.pending.PendingSet;
import io.github.restartoracle.internal.sequence.SequenceState;
import io.github.restartoracle.oracle.Gate;
import io.github.restartoracle.oracle.RetransmissionOracle;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The reason for which a message is not acknowledged yet, as a sentence for people: what holds it, since when, and until when
 * at the latest, if that is known.
 *
 * <p>Changes nothing. Not thread-safe; confined to the lock of its path.
 */
final class Explanation<P> {
    private final PathSettings settings;
    private final PendingSet<Message<P>> pending;
    private final SendWindow<P> window;
    private final Outcomes<P> outcomes;

    Explanation(PathSettings settings, PendingSet<Message<P>> pending, SendWindow<P> window, Outcomes<P> outcomes) {
        this.settings = settings;
        this.pending = pending;
        this.window = window;
        this.outcomes = outcomes;
    }

    /** Returns the sentence for the message whose wait to be dispatched began first; null if none waits. */
    @Nullable
    String ofTheOldest(long nowNanos) {
        Message<P> oldest = window.oldest();
        return oldest == null ? null : of(oldest, nowNanos);
    }

    String of(Message<P> message, long nowNanos) {
        String waits = "Message " + message.id() + " has waited for " + seconds(nowNanos - message.sinceNanos()) + ": ";
        return switch (message.state()) {
            case PARKED ->
                waits + parked(message, nowNanos) + end("if an attempt to create one fails", message, nowNanos);
            case CAPTURED -> waits + "its number is being stored";
            case WAITING -> waits + waiting(message, nowNanos);
            case IN_FLIGHT -> waits + inFlight(message, nowNanos) + end("instead of restarted", message, nowNanos);
            case SUSPENDED -> waits + "its sequence is suspended by an operator";
            case ANSWERING -> waits + "it is written as the answer to its request";
            case GIVEN_UP -> "Message " + message.id() + " is given up: " + message.reason();
            case SETTLED -> "Message " + message.id() + " waits no longer";
        };
    }

    private String parked(Message<P> message, long nowNanos) {
        String problem = outcomes.problem();
        long waitNanos = message.moveWaitNanos(nowNanos);
        return "it has no sequence"
                + (waitNanos == 0
                        ? ""
                        : ", and gets none for " + seconds(waitNanos) + " because it was moved too often")
                + (problem == null ? "" : "; the last attempt to create one: " + problem);
    }

    private String waiting(Message<P> message, long nowNanos) {
        WaitReason hold = window.hold(message, nowNanos);
        return hold == null ? "it is the next" : text(hold, message, nowNanos);
    }

    private String text(WaitReason hold, Message<P> message, long nowNanos) {
        PathGate<P> gate = window.gate();
        Gate now = gate.now(nowNanos);
        return switch (hold) {
            case CALLER ->
                "message " + first(message).id() + " of its caller comes first, and holds others for "
                        + CallerOrder.LONGEST_SECONDS + " s at most";
            case PAUSE -> "the peer has asked for a pause, for " + seconds(window.pauseNanos(nowNanos)) + " more";
            case DOWN ->
                "the path has been down for " + seconds(nowNanos - now.sinceNanos())
                        + ", and one message is tried every " + seconds(now.probeNanos());
            case CONNECTING -> "as many connections are being set up as the oracle allows: " + gate.connecting();
            case BYTES -> "the bytes in flight to the next machine fill its window";
            case DESTINATION ->
                "the destination has refused to take more messages at a time" + atMost(gate.nanosUntilMore(nowNanos));
            case END ->
                "its sequence ends without message " + gap(message.sequence())
                        + " that was given up, and it moves to the next one";
            case CONFIRMATION ->
                "another message confirms that the destination knows the sequence"
                        + atMost(message.sequence().doubtNanos(message, nowNanos));
            case OWN_ATTEMPT -> "an earlier transmission of it is in flight";
            case EARLIER_IN_FLIGHT -> "a message that comes before it in order is in flight";
            case EARLIER_WAITING -> "a message that comes before it in order waits";
            case ROOM ->
                "the attempts in flight of the path are at their limit (max-in-flight, or their bytes): "
                        + window.flight().size();
            case SHARED_ROOM -> "the attempts in flight of all paths are at their limit (max-in-flight-total)";
        };
    }

    private Message<P> first(Message<P> message) {
        Message<P> first = window.holdsBack(message);
        return first == null ? message : first;
    }

    private static <P> long gap(SequenceState<Message<P>> sequence) {
        Message<P> gap = sequence.gap();
        return gap == null ? 0 : gap.number();
    }

    private String inFlight(Message<P> message, long nowNanos) {
        Attempt last = message.present();
        String transmission = "transmission " + message.attemptsMade()
                + (last == null
                        ? " has ended without an acknowledgement"
                        : " is " + last.phase().name().toLowerCase(Locale.ROOT));
        long timeoutNanos = pending.timeoutNanos(message, nowNanos);
        if (message.transmissions() == 0 || timeoutNanos == RetransmissionOracle.NEVER) {
            return transmission;
        }
        long leftNanos = timeoutNanos - (nowNanos - message.waitingSinceNanos());
        return transmission + "; the oracle decides again in " + seconds(leftNanos);
    }

    private String end(String how, Message<P> message, long nowNanos) {
        long limitNanos = settings.giveUpAfter().toNanos();
        return limitNanos == 0
                ? ""
                : "; it is given up " + how + " in " + seconds(limitNanos - (nowNanos - message.sinceNanos()))
                        + " or later";
    }

    private static String atMost(long nanos) {
        return nanos == Long.MAX_VALUE ? "" : ", for " + seconds(nanos) + " more at most";
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.1f s", Math.max(0, nanos) / 1e9);
    }
}
