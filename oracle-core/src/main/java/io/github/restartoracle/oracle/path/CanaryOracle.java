package io.github.restartoracle.oracle.path;

import io.github.restartoracle.estimate.SmoothedTime;
import io.github.restartoracle.oracle.Decision;
import io.github.restartoracle.oracle.Gate;
import io.github.restartoracle.oracle.PathOracle;
import io.github.restartoracle.oracle.RttSample;
import io.github.restartoracle.oracle.Stage;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Fast and fair at once: races connections, not messages.
 *
 * <ul>
 *   <li>{@link Stage#CONNECTING}: nothing can have arrived. After c = SRTT + 4 RTTVAR of earlier connections, from 50 ms to
 *       3 s, at first 250 ms, one more connection is opened for the same message. A race cannot make a copy.
 *   <li>Two transmissions without a sign of life mark the path down. Then one message, the canary, goes on connecting in
 *       intervals that grow with the square root of the outage's age, and all others wait. When it connects they follow
 *       through a window of 16, which each sign of life opens by one, up to 256.
 *   <li>{@link Stage#WRITTEN}: after 3 (SRTT + 4 RTTVAR) of earlier receipts, from 500 ms to 10 s, at first 1 s, doubled for
 *       each transmission up to 60 s, the message is written on another connection in the place of this one. That takes a
 *       token, but for messages from before the end of an outage. Without a token, one message is replaced if nothing was
 *       acknowledged for 10 s, 20 s, 40 s and so on.
 *   <li>{@link Stage#RECEIVED} and {@link Stage#ANSWERED}: the service is slow, or the acknowledgement was lost. After 2 (SRTT
 *       + 4 RTTVAR) of earlier acknowledgements, from 10 s, doubled for each transmission, up to 300 s, a copy is made if there
 *       is a token and something was acknowledged since the copy before. If nothing is acknowledged at all, one copy asks after
 *       10 s, 20 s, 40 s and so on. A destination that says what it has got, and has acknowledged nothing since it received the
 *       message, is asked again after the timeout, and gets a copy after 40 s, 80 s and so on. By mail it is the relay that
 *       has answered, and copies are needed only where another mail came sooner: such a copy needs a token and a later
 *       message that is acknowledged, and the pauses begin with twice the timeout of the stage.
 *   <li>If nothing at all is answered for 500 ms after a message was {@linkplain Stage#RECEIVED received}, the destination is asked
 *       over a connection of its own ({@link Decision#ASK}), and again in intervals that grow with the square root of the
 *       silence, from 250 ms. A slow service answers at once, and is asked after twice the time from then on. If nothing answers
 *       for 500 ms more, a relay in between has got the messages and the path behind it is dead: all messages wait. When the
 *       destination answers what it was asked, what was received before is copied after 250 ms, for a token each. No message that
 *       was received is copied for its age before the destination was asked for it.
 *   <li>{@link Stage#UNOBSERVED}: after 2 (SRTT + 4 RTTVAR) of earlier acknowledgements, from 1 s to 60 s, at first 3 s, a copy is
 *       made if a later message was acknowledged and there is a token. In silence, one copy asks in intervals that grow with
 *       the square root of its length.
 *   <li>{@link Stage#FAILED}: after 1 s, doubled for each transmission up to 10 s; two failures mark the path down, and then one
 *       message is transmitted twice a second at most, and connects as after a cut while connections are refused.
 * </ul>
 *
 * <p>What took as long as it did because the path was down, or because the kernel had to send a SYN again, is no sample.
 *
 * <p>Tokens: {@code burst} at first and at most, and {@code budget} for each acknowledged message.
 *
 * <p>The copies of M acknowledged messages are at most the sum of
 *
 * <ul>
 *   <li>budget M + burst;
 *   <li>one for each message that was unacknowledged when an outage ended: it may have arrived before. Where the transport tells
 *       nothing, a silence in which a copy asked is such an outage;
 *   <li>log2(1 + s / 10 s) for each time s in which nothing was acknowledged, from the tenth on one every 5,120 s, and
 *       1 + 2 sqrt(s / 1 s) where the transport tells nothing, from the hour on one every 60 s;
 *   <li>one for each second of an outage whose canary was acknowledged or is not answered, since a message takes its place.
 * </ul>
 *
 * A transmission that failed is no copy: it is made again, whatever the budget. {@link CopyBound} holds an oracle to this.
 *
 * <p>In an outage there are at most 20 probes a second, about 2 sqrt(age / 10 ms) in all, and one each 10 s in the end. The path is
 * found up within sqrt(10 ms D), plus a tenth and a connection's time, after an outage of length D.
 *
 * <p>Not thread-safe; confined to the lock of its path.
 */
public final class CanaryOracle implements PathOracle {
    private static final double LAYOUT = 1;
    private static final int COLUMNS = 6;

    private static final long MILLIS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long SECONDS = TimeUnit.SECONDS.toNanos(1);
    private static final long FIRST_CONNECT_NANOS = 250 * MILLIS;
    private static final int MOST_DOUBLINGS = 12;

    /** The factor on the patience with a destination that answers requests for acknowledgements. */
    private static final int SLOW = 4;

    /** RFC 6298, 2.1. */
    private static final long SYN_TIMEOUT_NANOS = SECONDS;

    private final SmoothedTime connecting = new SmoothedTime();
    private final SmoothedTime receiving = new SmoothedTime();
    private final SmoothedTime acknowledging = new SmoothedTime();
    private final Reachability path;
    private final CopyBudget copies;
    private final SilentPath silence;
    private final long patienceNanos;
    private final Answers answers;
    private boolean retransmittedSyn;

    /**
     * An oracle that has no sample yet.
     *
     * @param config budget and prices
     */
    public CanaryOracle(CanaryConfig config) {
        this.path = new Reachability(config);
        this.copies = new CopyBudget(config);
        this.silence = new SilentPath(config);
        this.answers = new Answers(config);
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
            case CONNECTING -> path.isDown() ? path.probeNanos() : connectNanos();
            case WRITTEN, UNOBSERVED -> {
                long usual = usualTimeoutNanos(stage, attempt);
                yield path.wasRevivedWithin(nowNanos, usual) ? Math.min(connectNanos(), usual) : usual;
            }
            case RECEIVED -> Math.min(usualTimeoutNanos(stage, attempt), receivedNanos(nowNanos));
            case ANSWERED -> usualTimeoutNanos(stage, attempt);
            case FAILED -> path.isDown() ? path.probeNanos() : usualTimeoutNanos(stage, attempt);
        };
    }

    private long receivedNanos(long nowNanos) {
        if (path.isSilent()) {
            return path.probeNanos();
        }
        return path.wasRevivedWithin(nowNanos, patienceNanos) ? Answers.ASK_NANOS : answers.nextNanos();
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
        // Just after an outage the lane is looked at early, for the sake of the messages from before its end.
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
        if (path.isLost(sinceNanos) && path.isRevivedFor(nowNanos, Answers.ASK_NANOS) && copies.take()) {
            return Decision.AGAIN;
        }
        long usualNanos = usualTimeoutNanos(Stage.RECEIVED, attempt);
        boolean overdue = nowNanos - sinceNanos >= usualNanos;
        boolean told = answers.isToldSince(sinceNanos) && !answers.isOld(nowNanos, usualNanos);
        if (overdue && told && takeOverdue(nowNanos, sinceNanos)) {
            return Decision.AGAIN;
        }
        boolean asks = answers.isMissing(nowNanos, sinceNanos) || (overdue && !told);
        boolean justRevived = path.wasRevivedWithin(nowNanos, Answers.ASK_NANOS);
        if (!asks || justRevived || !answers.mayAsk(nowNanos)) {
            return Decision.WAIT;
        }
        if (answers.isSilent(nowNanos)) {
            path.silent(nowNanos, sinceNanos, connectNanos());
        }
        answers.ask(nowNanos, sinceNanos);
        return Decision.ASK;
    }

    /** Probes a path that is down with a message that was received or answered, if no other message probes it. */
    private Decision askOrCopy(long nowNanos, long sinceNanos) {
        if (answers.cannotAsk()) {
            return Decision.AGAIN;
        }
        answers.ask(nowNanos, sinceNanos);
        return Decision.ASK;
    }

    /** A destination that says what it has got, and acknowledges nothing, is slow rather than without this message. */
    private boolean takeOverdue(long nowNanos, long sinceNanos) {
        boolean slow = answers.isAnsweredSince(sinceNanos) && !silence.isBrokenAfter(sinceNanos);
        return copies.takeToAsk(nowNanos, sinceNanos, !slow, slow ? SLOW * patienceNanos : patienceNanos);
    }

    /** Where messages are stored and forwarded, as by mail, it is the relay that has answered. */
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

    /** The canary was acknowledged, given up or withdrawn, and nobody followed it. */
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

    /** The kernel sends a SYN again after a second. Two such in a row mean that it is the path which takes as long. */
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
        answers.answered(nowNanos, false);
        path.answered(nowNanos);
    }

    @Override
    public void asked(long nowNanos) {
        answers.asked(nowNanos);
    }

    @Override
    public void askAnswered(long nowNanos) {
        answers.told(nowNanos, path.askAnswered(nowNanos));
    }

    @Override
    public void acknowledged(long nowNanos, @Nullable RttSample sample) {
        if (sample != null && sample.unambiguous() && !path.spansOutage(nowNanos, sample.rttNanos())) {
            acknowledging.add(sample.rttNanos());
        }
        copies.acknowledged(nowNanos);
        silence.broken(nowNanos);
        answers.heard(nowNanos);
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
     * The state of the path and of the estimators.
     *
     * @return {@code down} (0 or 1), {@code refusing} (0 or 1), {@code silent} (0 or 1), {@code outages}, {@code window}, {@code tokens}, {@code
     *     connect-timeout-seconds}, {@code written-timeout-seconds}, {@code received-timeout-seconds} and {@code
     *     unobserved-timeout-seconds} of a first transmission; while the path is down {@code probe-seconds}
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

    /**
     * The estimators.
     *
     * @return smoothed time and deviation of connecting, receiving and acknowledging; -1 for those without a sample
     */
    @Override
    public double[] snapshot() {
        double[] snapshot = new double[1 + COLUMNS];
        Arrays.fill(snapshot, -1);
        snapshot[0] = LAYOUT;
        int at = 1;
        for (SmoothedTime time : new SmoothedTime[] {connecting, receiving, acknowledging}) {
            if (time.isSampled()) {
                snapshot[at] = time.smoothedNanos();
                snapshot[at + 1] = time.deviationNanos();
            }
            at += 2;
        }
        return connecting.isSampled() || acknowledging.isSampled() ? snapshot : new double[0];
    }

    @Override
    public void restore(double[] snapshot) {
        if (snapshot.length != 1 + COLUMNS || snapshot[0] != LAYOUT) {
            throw new IllegalArgumentException("the snapshot cannot be used: it was made by another oracle or version");
        }
        for (double value : snapshot) {
            if (!(value == -1 || (value >= 0 && value <= Long.MAX_VALUE))) {
                throw new IllegalArgumentException("the snapshot cannot be used: " + value + " is no time");
            }
        }
        int at = 1;
        for (SmoothedTime time : new SmoothedTime[] {connecting, receiving, acknowledging}) {
            if (snapshot[at] >= 0 && snapshot[at + 1] >= 0) {
                time.set(snapshot[at], snapshot[at + 1]);
            }
            at += 2;
        }
    }
}
