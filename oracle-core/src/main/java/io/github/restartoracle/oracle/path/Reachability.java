package io.github.restartoracle.oracle.path;

import io.github.restartoracle.oracle.Gate;

/**
 * The state of a path, as connections and answers show it, and the interval of probes while the path is down.
 *
 * <p>A strike is a transmission that began after the last sign of life and got none in time, or failed. The second strike marks
 * the path down, 250 ms after the last sign of life at the earliest. The outage is as old as the first transmission that
 * struck. With c the price of a probe, the probes of an outage of age a follow each other in sqrt(c a): this minimises the
 * delay after its end plus the price of all probes if the hazard rate of its end is 1/a.
 *
 * <p>If messages that the next machine has received are not answered, the path is silent: then connections are no sign of life,
 * the destination is asked, and no message is written.
 *
 * <p>If answers are errors, or connections break after they were written to, the path refuses: then connections are no sign of
 * life, and a probe is a transmission, at most twice a second. While connections are not set up either, a probe costs only a
 * connection, and probes follow each other as after a cut.
 */
final class Reachability {
    static final long LEAST_PROBE_NANOS = 50_000_000;
    static final long LEAST_REFUSED_PROBE_NANOS = 500_000_000;
    static final long LEAST_SILENCE_NANOS = 250_000_000;
    static final long LEAST_UNATTENDED_NANOS = 1_000_000_000;
    static final int LEAST_WINDOW = 16;
    static final int MOST_WINDOW = 256;
    static final int CONNECTIONS = 4;
    static final int MOST_PROBES = 16;

    private static final int STRIKES = 2;
    private static final double JITTER = 0.1;
    private static final double GOLDEN_RATIO = 0.6180339887498949;

    private final long probeCostNanos;
    private final long longestProbeNanos;
    private int strikes;
    private boolean down;
    private boolean refusing;
    private boolean unconnected;
    private boolean silent;
    private boolean heard;
    private long heardNanos;
    private boolean revived;
    private boolean lossy;
    private boolean unclear;
    private long revivedNanos;
    private long downSinceNanos;
    private long firstStrikeNanos;
    private long probeNanos;
    private long probedNanos;
    private int probesMade;
    private int outages;
    private int window = LEAST_WINDOW;

    Reachability(CanaryConfig config) {
        this.probeCostNanos = config.probeCost().toNanos();
        this.longestProbeNanos = config.longestProbe().toNanos();
    }

    boolean isDown() {
        return down;
    }

    boolean isRefusing() {
        return refusing;
    }

    /** Returns whether the next machine lives, and the path behind it does not. */
    boolean isSilent() {
        return silent;
    }

    int outages() {
        return outages;
    }

    int window() {
        return window;
    }

    /** Notes a sign of life of the destination, or of the next machine. */
    void alive(long nowNanos, boolean answered) {
        if ((refusing || silent) && !answered) {
            return;
        }
        strikes = 0;
        heard = true;
        heardNanos = nowNanos;
        refusing = false;
        unconnected = false;
        unclear |= silent;
        silent = false;
        if (down) {
            down = false;
            revived = true;
            lossy = false;
            revivedNanos = nowNanos;
            window = LEAST_WINDOW;
        } else {
            window = Math.min(MOST_WINDOW, window + 1);
        }
    }

    /** Notes that the next machine receives bytes. */
    void moves(long nowNanos) {
        if (down) {
            alive(nowNanos, false);
        } else if (!refusing) {
            strikes = 0;
            heard = true;
            heardNanos = nowNanos;
        }
    }

    /** Notes the answer to a request for an acknowledgement; true if it ends an outage, so that the destination is not slow. */
    boolean askAnswered(long nowNanos) {
        boolean endsSilence = silent || unclear;
        boolean endsOutage = down || endsSilence;
        alive(nowNanos, true);
        unclear = false;
        lossy |= endsSilence;
        return endsOutage;
    }

    /** Notes that a message was answered: the path was not silent, but slow. */
    void answered(long nowNanos) {
        alive(nowNanos, true);
        unclear = false;
    }

    /** Notes a strike of a transmission that began at a time; true if the path is down. */
    boolean strike(long nowNanos, long sinceNanos, long connectNanos) {
        if (down || (heard && sinceNanos - heardNanos <= 0)) {
            return down;
        }
        if (strikes == 0 || sinceNanos - firstStrikeNanos < 0) {
            firstStrikeNanos = sinceNanos;
        }
        strikes++;
        // A short delay of the next machine is no outage.
        boolean justHeard = heard && nowNanos - heardNanos < LEAST_SILENCE_NANOS;
        if (strikes >= STRIKES && !justHeard) {
            down = true;
            outages++;
            downSinceNanos = firstStrikeNanos;
            probed(nowNanos, connectNanos);
        }
        return down;
    }

    /** Notes that a transmission was answered with an error, or its connection broke. */
    void refused(long nowNanos, long connectNanos) {
        if (silent) {
            return;
        }
        refusing = true;
        unconnected = false;
        if (!down) {
            strikes++;
            firstStrikeNanos = strikes == 1 ? nowNanos : firstStrikeNanos;
            if (strikes >= STRIKES) {
                down = true;
                outages++;
                downSinceNanos = firstStrikeNanos;
            }
        }
        if (down) {
            probed(nowNanos, connectNanos);
        }
    }

    /** Notes that a connection could not be set up. */
    void unconnected() {
        unconnected = true;
    }

    /**
     * Notes that a message, received by the next machine at a time, is not answered, and no request since is answered either.
     */
    void silent(long nowNanos, long sinceNanos, long connectNanos) {
        silent = true;
        down = true;
        outages++;
        downSinceNanos = sinceNanos;
        probed(nowNanos, connectNanos);
    }

    /** Notes that a probe is made now: the next follows after the interval that the age of the outage demands. */
    void probed(long nowNanos, long connectNanos) {
        double age = Math.max(0, nowNanos - downSinceNanos);
        double fraction = (downSinceNanos & 1023) / 1024.0 + ++probesMade * GOLDEN_RATIO;
        double jitter = 1 + JITTER * (2 * (fraction - Math.floor(fraction)) - 1);
        // The oldest of so many at once has had its time.
        long least = Math.max(LEAST_PROBE_NANOS, connectNanos / (MOST_PROBES / 2));
        if (refusing && !unconnected) {
            least = Math.max(least, LEAST_REFUSED_PROBE_NANOS);
        } else if (silent) {
            least = Math.max(least, AnswerWatch.ASK_NANOS);
        }
        double costNanos = silent ? (double) AnswerWatch.PROBES * probeCostNanos : probeCostNanos;
        long wanted = (long) (Math.sqrt(costNanos * age) * jitter);
        probeNanos = Math.max(least, Math.min(longestProbeNanos, wanted));
        probedNanos = nowNanos;
    }

    long probeNanos() {
        return probeNanos;
    }

    /** Returns whether the next probe is due. */
    boolean isProbeDue(long nowNanos) {
        return nowNanos - probedNanos >= probeNanos;
    }

    /** Returns whether the message that made the probes must be gone: none was made for long. */
    boolean isUnattended(long nowNanos) {
        return down && nowNanos - unattendedNanos() >= 0;
    }

    private long unattendedNanos() {
        return probedNanos + 3 * probeNanos + LEAST_UNATTENDED_NANOS;
    }

    /** Returns whether a time is in the last outage, or before it, and the path lives again. */
    boolean isBeforeRevival(long nanos) {
        return revived && !down && nanos - revivedNanos < 0;
    }

    /** Returns whether data that the next machine had received by a time has probably got no further. */
    boolean isLost(long nanos) {
        return lossy && isBeforeRevival(nanos);
    }

    /** Returns whether a duration that ends now began before the end of the last outage, which may go on. */
    boolean spansOutage(long nowNanos, long tookNanos) {
        return down || isBeforeRevival(nowNanos - tookNanos);
    }

    boolean isRevivedFor(long nowNanos, long nanos) {
        return nowNanos - revivedNanos >= nanos;
    }

    boolean wasRevivedWithin(long nowNanos, long nanos) {
        return revived && !down && nowNanos - revivedNanos < nanos;
    }

    Gate gate(long nowNanos, long connectNanos) {
        if (silent) {
            long opensInNanos = Math.max(0, unattendedNanos() - nowNanos);
            return new Gate(true, downSinceNanos, probeNanos, opensInNanos == 0 ? 1 : 0, opensInNanos, CONNECTIONS);
        }
        if (!down) {
            return new Gate(false, 0, 0, window, Long.MAX_VALUE, CONNECTIONS);
        }
        long needed = 2 + (2 * connectNanos + probeNanos - 1) / probeNanos;
        int probes = (int) Math.max(CONNECTIONS, Math.min(MOST_PROBES, needed));
        return new Gate(true, downSinceNanos, probeNanos, 1, Long.MAX_VALUE, probes);
    }
}
