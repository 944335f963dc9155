package io.github.restartoracle.oracle.path;

import io.github.restartoracle.internal.estimate.SmoothedTime;
import io.github.restartoracle.oracle.Decision;
import io.github.restartoracle.oracle.Gate;
import io.github.restartoracle.oracle.PathOracle;
import io.github.restartoracle.oracle.RttSample;
import io.github.restartoracle.oracle.Stage;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Restarts fast and at little cost: it opens more connections for a message rather than sending copies.
 *
 * <p>The timeouts of the stages, where b = SRTT + 4 RTTVAR of earlier connections, receipts or acknowledgements:
 *
 * <pre>
 * stage               timeout                from     to      without a sample   doubled for each transmission up to
 * CONNECTING          b(connections)         50 ms    3 s     250 ms             not
 * WRITTEN             3 b(receipts)          500 ms   10 s    1 s                60 s
 * RECEIVED, ANSWERED  2 b(acknowledgements)  10 s     300 s   10 s               300 s
 * UNOBSERVED          2 b(acknowledgements)  1 s      60 s    3 s                not
 * FAILED              1 s                                                        10 s
 * </pre>
 *
 * <p>A time is no sample if it was so long because the path was down, or because the kernel had to send a SYN again.
 *
 * <ul>
 *   <li>{@link Stage#CONNECTING}: the message cannot have arrived. After the timeout, one more connection is opened for the
 *       same message. Such a race cannot make a copy.
 *   <li>Two transmissions without a sign of life mark the path down. Then one message, the canary, goes on connecting in
 *       intervals that grow with the square root of the outage's age, and all others wait. When it connects they follow through
 *       a window of 16, which each sign of life opens by one, up to 256.
 *   <li>{@link Stage#WRITTEN}: after the timeout, the message is written on another connection, which replaces this one. That
 *       takes a token, except for messages from before the end of an outage. Without a token, one message is replaced if no
 *       message was acknowledged for 10 s, 20 s, 40 s and so on.
 *   <li>{@link Stage#RECEIVED} and {@link Stage#ANSWERED}: the service is slow, or the acknowledgement was lost. After the
 *       timeout, a copy is made if there is a token and a message was acknowledged since the copy before. If no message at all
 *       is acknowledged, one copy asks after 10 s, 20 s, 40 s and so on. A destination that reports its received messages, and
 *       has acknowledged none since it received this one, is asked again after the timeout. It gets a copy after 40 s, 80 s and
 *       so on. By mail the relay has answered, and copies are needed only where another mail came sooner: such a copy needs a
 *       token and a later message that is acknowledged, and the pauses begin with twice the timeout of the stage.
 *   <li>If no answer at all comes for 500 ms after a message was {@linkplain Stage#RECEIVED received}, the destination is asked
 *       over a connection of its own ({@link Decision#ASK}). It is asked again in intervals that grow with the square root of
 *       the silence, from 250 ms. A slow service answers at once, and from then on is asked after twice the time. If no answer
 *       comes for 500 ms more, a relay in between has the messages and the path behind it is dead: all messages wait. When the
 *       destination answers the request, messages that were received before are copied after 250 ms, for a token each. Before
 *       the destination was asked for a message that was received, the message is not copied for its age.
 *   <li>{@link Stage#UNOBSERVED}: after the timeout, a copy is made if a later message was acknowledged and there is a token.
 *       While no message is acknowledged, one copy asks in intervals that grow with the square root of the length of that
 *       silence.
 *   <li>{@link Stage#FAILED}: after the timeout, the message is transmitted again. Two failures mark the path down; then one
 *       message is transmitted twice a second at most, and connects as after a cut while connections are refused.
 * </ul>
 *
 * <p>Tokens: {@code burst} at first and at most, and {@code budget} for each acknowledged message.
 *
 * <p>The copies of M acknowledged messages are at most the sum of
 *
 * <ul>
 *   <li>budget M + burst;
 *   <li>one for each message that was unacknowledged when an outage ended: it may have arrived before. If the transport does
 *       not report stages, a silence in which a copy asked is such an outage;
 *   <li>log2(1 + s / 10 s) for each time s in which no message was acknowledged, from the tenth on one every 5,120 s;
 *   <li>if the transport does not report stages, also 1 + 2 sqrt(s / 1 s) for each such time, from the hour on one every 60 s;
 *   <li>one for each second of an outage whose canary was acknowledged or is not answered, since another message becomes the
 *       canary.
 * </ul>
 *
 * A transmission that failed is no copy: it is made again without a token. The simulator and the tests hold the oracle to this
 * bound.
 *
 * <p>In an outage there are at most 20 probes a second, about 2 sqrt(age / 1 ms) in all, and one each 10 s in the end. The
 * path is found up within sqrt(1 ms D), plus a tenth and a connection's time, after an outage of length D.
 *
 * <p>Not thread-safe; confined to the lock of its path.
 */
public final class CanaryOracle implements PathOracle {
    private static final long MILLIS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long SECONDS = TimeUnit.SECONDS.toNanos(1);
    private static final long FIRST_CONNECT_NANOS = 250 * MILLIS;
    private static final int MOST_DOUBLINGS = 12;

    /** The factor on the patience with a destination that answers requests for acknowledgements. */
    private static final int SLOW = 4;

    /** The first timeout of a SYN, RFC 6298, 2.1. */
    private static final long SYN_TIMEOUT_NANOS = SECONDS;

    private final SmoothedTime connecting = new SmoothedTime();
    private final SmoothedTime receiving = new SmoothedTime();
    private final SmoothedTime acknowledging = new SmoothedTime();
    private final Reachability path;
    private final CopyBudget copies;
    private final AcknowledgementSilence silence;
    private final long patienceNanos;
    private final AnswerWatch answerWatch;
    private boolean retransmittedSyn;

    /** Creates an oracle without samples. */
    public CanaryOracle(CanaryConfig config) {
        this.path = new Reachability(config);
        this.copies = new CopyBudget(config);
        this.silence = new AcknowledgementSilence(config);
        this.answerWatch = new AnswerWatch(config);
        this.patienceNanos = config.patience().toNanos();
    }

    @Override
    public boolean staged() {
        return true;
    }

    @Override
    public Gate gate(long nowNanos) {
        return path.gate(nowNanos, connectNanos());
    }

    @Override
    public long timeoutNanos(long nowNanos, Stage stage, int attempt) {
        return switch (stage) {
            case CONNECTING, FAILED -> path.isDown() ? path.probeNanos() : usualTimeoutNanos(stage, attempt);
            case WRITTEN, UNOBSERVED -> {
                long usual = usualTimeoutNanos(stage, attempt);
                yield path.wasRevivedWithin(nowNanos, usual) ? Math.min(connectNanos(), usual) : usual;
            }
            case RECEIVED -> Math.min(usualTimeoutNanos(stage, attempt), receivedNanos(nowNanos));
            case ANSWERED -> usualTimeoutNanos(stage, attempt);
        };
    }

    private long receivedNanos(long nowNanos) {
        if (path.isSilent()) {
            return path.probeNanos();
        }
        return path.wasRevivedWithin(nowNanos, patienceNanos) ? AnswerWatch.ASK_NANOS : answerWatch.nextNanos();
    }

    private long usualTimeoutNanos(Stage stage, int attempt) {
        return switch (stage) {
            case CONNECTING -> connectNanos();
            case WRITTEN -> doubled(bound(receiving, 3, SECONDS, SECONDS / 2, 10 * SECONDS), attempt, 60 * SECONDS);
            case RECEIVED, ANSWERED -> {
                long mostNanos = 30 * patienceNanos;
                yield doubled(bound(acknowledging, 2, patienceNanos, patienceNanos, mostNanos), attempt, mostNanos);
            }
            case UNOBSERVED -> bound(acknowledging, 2, 3 * SECONDS, SECONDS, 60 * SECONDS);
            case FAILED -> doubled(SECONDS, attempt, 10 * SECONDS);
        };
    }

    private long connectNanos() {
        return bound(connecting, 1, FIRST_CONNECT_NANOS, 50 * MILLIS, 3 * SECONDS);
    }

    private static long bound(SmoothedTime time, int factor, long ifUnknown, long least, long most) {
        return time.isSampled()
                ? Math.max(least, (long) Math.min((double) most, factor * time.boundNanos()))
                : Math.max(least, Math.min(most, ifUnknown));
    }

    /** Doubles a time for each attempt, up to a limit: refused attempts count too, and there may be many. */
    private static long doubled(long nanos, int attempt, long most) {
        return Math.min(most, nanos << Math.min(MOST_DOUBLINGS, attempt - 1));
    }

    @Override
    public Decision elapsed(long nowNanos, Stage stage, int attempt, long sinceNanos) {
        return switch (stage) {
            case CONNECTING -> connectElapsed(nowNanos, sinceNanos);
            case WRITTEN -> writtenElapsed(nowNanos, attempt, sinceNanos);
            case RECEIVED -> receivedElapsed(nowNanos, attempt, sinceNanos);
            case ANSWERED -> answeredElapsed(nowNanos, sinceNanos);
            case UNOBSERVED -> unobservedElapsed(nowNanos, sinceNanos);
            case FAILED -> {
                if (path.isDown() && !path.isSilent()) {
                    path.probed(nowNanos, connectNanos());
                }
                yield Decision.AGAIN;
            }
        };
    }

    private Decision connectElapsed(long nowNanos, long sinceNanos) {
        if (path.isDown()) {
            path.probed(nowNanos, connectNanos());
            return Decision.RACE;
        }
        return path.strike(nowNanos, sinceNanos, connectNanos()) ? Decision.WAIT : Decision.RACE;
    }

    private Decision writtenElapsed(long nowNanos, int attempt, long sinceNanos) {
        if (path.isDown()) {
            return takeOver(nowNanos) ? Decision.REPLACE : Decision.WAIT;
        }
        if (path.isBeforeRevival(sinceNanos)) {
            return path.isRevivedFor(nowNanos, connectNanos()) ? Decision.REPLACE : Decision.WAIT;
        }
        // Just after an outage the timeout of the lane is shorter, so that messages from before its end are looked at
        // early.
        if (nowNanos - sinceNanos < usualTimeoutNanos(Stage.WRITTEN, attempt)) {
            return Decision.WAIT;
        }
        if (path.strike(nowNanos, sinceNanos, connectNanos())) {
            return Decision.WAIT;
        }
        boolean may = copies.take() || copies.takeToAsk(nowNanos, sinceNanos, false, patienceNanos);
        return may ? Decision.REPLACE : Decision.WAIT;
    }

    private Decision receivedElapsed(long nowNanos, int attempt, long sinceNanos) {
        if (path.isSilent()) {
            if (!path.isProbeDue(nowNanos)) {
                return Decision.WAIT;
            }
            path.probed(nowNanos, connectNanos());
            return Decision.ASK;
        }
        if (path.isDown()) {
            return takeOver(nowNanos) ? askOrCopy(nowNanos, sinceNanos) : Decision.WAIT;
        }
        if (path.isLost(sinceNanos) && path.isRevivedFor(nowNanos, AnswerWatch.ASK_NANOS) && copies.take()) {
            return Decision.AGAIN;
        }
        long usualNanos = usualTimeoutNanos(Stage.RECEIVED, attempt);
        boolean overdue = nowNanos - sinceNanos >= usualNanos;
        boolean told = answerWatch.isToldSince(sinceNanos) && !answerWatch.isOld(nowNanos, usualNanos);
        if (overdue && told && takeOverdue(nowNanos, sinceNanos)) {
            return Decision.AGAIN;
        }
        boolean asks = answerWatch.isMissing(nowNanos, sinceNanos) || (overdue && !told);
        boolean justRevived = path.wasRevivedWithin(nowNanos, AnswerWatch.ASK_NANOS);
        if (!asks || justRevived || !answerWatch.mayAsk(nowNanos)) {
            return Decision.WAIT;
        }
        if (answerWatch.isSilent(nowNanos)) {
            path.silent(nowNanos, sinceNanos, connectNanos());
        }
        answerWatch.ask(nowNanos, sinceNanos);
        return Decision.ASK;
    }

    /** Probes a path that is down with a message that was received or answered, if no other message probes it. */
    private Decision askOrCopy(long nowNanos, long sinceNanos) {
        if (answerWatch.cannotAsk()) {
            return Decision.AGAIN;
        }
        answerWatch.ask(nowNanos, sinceNanos);
        return Decision.ASK;
    }

    /**
     * Takes the budget of a copy for an overdue message. A destination that reports its received messages, and acknowledges
     * none, is slow rather than without this message.
     */
    private boolean takeOverdue(long nowNanos, long sinceNanos) {
        boolean slow = answerWatch.isAnsweredSince(sinceNanos) && !silence.isBrokenAfter(sinceNanos);
        return copies.takeToAsk(nowNanos, sinceNanos, !slow, slow ? SLOW * patienceNanos : patienceNanos);
    }

    /** Decides on an answered message. Where messages are stored and forwarded, as by mail, the answer comes from the relay. */
    private Decision answeredElapsed(long nowNanos, long sinceNanos) {
        if (path.isDown()) {
            return takeOver(nowNanos) ? askOrCopy(nowNanos, sinceNanos) : Decision.WAIT;
        }
        boolean missed = silence.isBrokenAfter(sinceNanos);
        long pauseNanos = 2 * usualTimeoutNanos(Stage.ANSWERED, 1);
        return copies.takeToAsk(nowNanos, sinceNanos, missed, pauseNanos) ? Decision.AGAIN : Decision.WAIT;
    }

    private Decision unobservedElapsed(long nowNanos, long sinceNanos) {
        if (path.isDown()) {
            return takeOver(nowNanos) ? Decision.AGAIN : Decision.WAIT;
        }
        if (path.isBeforeRevival(sinceNanos)) {
            return path.isRevivedFor(nowNanos, connectNanos()) ? Decision.AGAIN : Decision.WAIT;
        }
        if (nowNanos - sinceNanos < usualTimeoutNanos(Stage.UNOBSERVED, 1)) {
            return Decision.WAIT;
        }
        boolean passed = silence.isBrokenAfter(sinceNanos) && copies.take();
        return passed || silence.asks(nowNanos, sinceNanos) ? Decision.AGAIN : Decision.WAIT;
    }

    /**
     * Returns whether a message may become the canary: the last one was acknowledged, given up or withdrawn, and has no
     * successor.
     */
    private boolean takeOver(long nowNanos) {
        if (!path.isUnattended(nowNanos)) {
            return false;
        }
        path.probed(nowNanos, connectNanos());
        return true;
    }

    @Override
    public void connected(long nowNanos, long tookNanos) {
        boolean usual = tookNanos <= connectNanos();
        if ((usual || !path.spansOutage(nowNanos, tookNanos)) && !isRetransmittedSyn(tookNanos)) {
            connecting.add(tookNanos);
        }
        path.alive(nowNanos, false);
    }

    /**
     * Returns whether a connection took so long because the kernel sent the SYN again, after 1 s. Two such times in a row count
     * as the path's own.
     */
    private boolean isRetransmittedSyn(long tookNanos) {
        boolean suspect =
                tookNanos >= SYN_TIMEOUT_NANOS && connecting.isSampled() && connectNanos() < SYN_TIMEOUT_NANOS;
        retransmittedSyn = suspect && !retransmittedSyn;
        return retransmittedSyn;
    }

    @Override
    public void progressed(long nowNanos) {
        path.moves(nowNanos);
    }

    @Override
    public void received(long nowNanos, long tookNanos) {
        if (!path.spansOutage(nowNanos, tookNanos)) {
            receiving.add(tookNanos);
        }
        path.alive(nowNanos, false);
    }

    @Override
    public void answered(long nowNanos) {
        answerWatch.answered(nowNanos, false);
        path.answered(nowNanos);
    }

    @Override
    public void asked(long nowNanos) {
        answerWatch.asked(nowNanos);
    }

    @Override
    public void askAnswered(long nowNanos) {
        answerWatch.told(nowNanos, path.askAnswered(nowNanos));
    }

    @Override
    public void acknowledged(long nowNanos, @Nullable RttSample sample) {
        if (sample != null && sample.unambiguous() && !path.spansOutage(nowNanos, sample.rttNanos())) {
            acknowledging.add(sample.rttNanos());
        }
        copies.acknowledged(nowNanos);
        silence.broken(nowNanos);
        answerWatch.heard(nowNanos);
        path.alive(nowNanos, true);
    }

    @Override
    public void failed(long nowNanos, Stage stage) {
        if (stage.mayHaveArrived()) {
            path.refused(nowNanos, connectNanos());
        } else {
            path.unconnected();
        }
    }

    /**
     * Returns the state of the path and of the estimators.
     *
     * @return {@code down} (0 or 1), {@code refusing} (0 or 1), {@code silent} (0 or 1), {@code outages}, {@code window},
     *     {@code tokens}, {@code connect-timeout-seconds}, {@code written-timeout-seconds}, {@code received-timeout-seconds}
     *     and {@code unobserved-timeout-seconds} of a first transmission; while the path is down {@code probe-seconds}
     */
    @Override
    public Map<String, Double> describe() {
        Map<String, Double> state = new LinkedHashMap<>();
        state.put("down", path.isDown() ? 1.0 : 0.0);
        state.put("refusing", path.isRefusing() ? 1.0 : 0.0);
        state.put("silent", path.isSilent() ? 1.0 : 0.0);
        state.put("outages", (double) path.outages());
        state.put("window", (double) path.window());
        state.put("tokens", copies.tokens());
        state.put("connect-timeout-seconds", seconds(connectNanos()));
        state.put("written-timeout-seconds", seconds(usualTimeoutNanos(Stage.WRITTEN, 1)));
        state.put("received-timeout-seconds", seconds(usualTimeoutNanos(Stage.RECEIVED, 1)));
        state.put("unobserved-timeout-seconds", seconds(usualTimeoutNanos(Stage.UNOBSERVED, 1)));
        if (path.isDown()) {
            state.put("probe-seconds", seconds(path.probeNanos()));
        }
        return state;
    }

    private static double seconds(long nanos) {
        return nanos / (double) SECONDS;
    }
}
