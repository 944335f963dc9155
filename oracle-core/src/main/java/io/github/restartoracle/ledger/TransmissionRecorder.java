package io.github.restartoracle.ledger;

import java.io.PrintStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Counts the outcomes of messages, one by one as they end: moments of ETT, URC and round trip, and a histogram of the ETT in
 * microseconds. No other data of a counted message is kept, so that memory does not grow with the number of messages.
 *
 * <p>The ETT is the time from due to the first arrival ("The Fast and the Fair", section II.A) where both ends are known. A
 * source alone sees the time from due to acknowledgement instead, which is longer by the way back. Of the unnecessary
 * transmissions it sees those that it made after the one that was acknowledged.
 *
 * <p>Thread-safe.
 */
public final class TransmissionRecorder {
    /** Marks an unknown number of unnecessary transmissions. */
    public static final int UNKNOWN = -1;

    /** Marks an ETT or a round trip time that is not known. */
    public static final long NO_TIME = Long.MIN_VALUE;

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MICROS_PER_SECOND = 1e6;
    private static final int NANOS_PER_MICRO = 1000;

    private final Object lock = new Object();
    private final Moments ett = new Moments();
    private final Moments urc = new Moments();
    private final Moments rtt = new Moments();
    private final Histogram ettMicros;
    private final Histogram rttMicros;
    private long messages;
    private long lost;
    private long attempts;
    private long duplicates;

    /** Creates a recorder whose percentiles are accurate to 0.1 %. */
    public TransmissionRecorder() {
        this(3);
    }

    /**
     * Creates a recorder.
     *
     * @param digits of percentiles, 1 to 5: each more costs ten times the memory; 2 need about 30 kB
     */
    public TransmissionRecorder(int digits) {
        ettMicros = new Histogram(digits);
        rttMicros = new Histogram(digits);
    }

    /**
     * Counts a message that has arrived.
     *
     * @param ettNanos the time from its due time to its first arrival; {@link #NO_TIME} if it is not known
     * @param made transmissions, 1 or more
     * @param unnecessary 0 or more; {@link #UNKNOWN} if it is not known which transmission arrived
     * @param rttNanos its round trip time; {@link #NO_TIME} if it gave none
     */
    public void delivered(long ettNanos, int made, int unnecessary, long rttNanos) {
        synchronized (lock) {
            messages++;
            attempts += made;
            if (ettNanos != NO_TIME) {
                ett.add(ettNanos / NANOS_PER_SECOND);
                ettMicros.recordValue(micros(ettNanos));
            }
            if (unnecessary != UNKNOWN) {
                urc.add(unnecessary);
            }
            if (rttNanos != NO_TIME) {
                rtt.add(rttNanos / NANOS_PER_SECOND);
                rttMicros.recordValue(micros(rttNanos));
            }
        }
    }

    /**
     * Counts a message that has not arrived and will not be transmitted again.
     *
     * @param made transmissions, 0 or more
     */
    public void lost(int made) {
        synchronized (lock) {
            messages++;
            lost++;
            attempts += made;
        }
    }

    /**
     * Counts arrivals of a message that was delivered.
     *
     * @param copies those beyond the first, 0 or more
     */
    public void duplicated(int copies) {
        synchronized (lock) {
            duplicates += copies;
        }
    }

    /**
     * Counts all messages of another recorder too. The last digits of the result depend on the order in which recorders are
     * added.
     *
     * @param other any but this one; it must not count meanwhile
     */
    public void add(TransmissionRecorder other) {
        synchronized (lock) {
            messages += other.messages;
            lost += other.lost;
            attempts += other.attempts;
            duplicates += other.duplicates;
            ett.add(other.ett);
            urc.add(other.urc);
            rtt.add(other.rtt);
            ettMicros.add(other.ettMicros);
            rttMicros.add(other.rttMicros);
        }
    }

    /** {@return the result so far: timeliness and fairness of all messages counted} */
    public TransmissionSummary summary() {
        synchronized (lock) {
            return new TransmissionSummary(
                    messages,
                    lost,
                    attempts,
                    ett.estimate(),
                    percentile(50),
                    percentile(95),
                    percentile(99),
                    ett.max(),
                    urc.estimate(),
                    rtt.estimate(),
                    duplicates);
        }
    }

    /** {@return the distribution of the ETT; a copy, in microseconds} */
    public Histogram ettMicros() {
        synchronized (lock) {
            return ettMicros.copy();
        }
    }

    /** {@return the distribution of the round trip times; a copy, in microseconds} */
    public Histogram rttMicros() {
        synchronized (lock) {
            return rttMicros.copy();
        }
    }

    /**
     * Writes the distribution of the ETT in the HdrHistogram log format ({@code .hlog}): one interval of all messages so far,
     * values in microseconds.
     *
     * @param out the stream to write to; it is not closed
     * @param tag names the distribution among others in the same log; no commas or blanks
     * @param spanMillis the time that the interval is said to cover, 0 or more
     */
    public void writeHistogramLog(PrintStream out, String tag, long spanMillis) {
        Histogram all = ettMicros();
        all.setTag(tag);
        all.setStartTimeStamp(0);
        all.setEndTimeStamp(spanMillis);
        HistogramLogWriter writer = new HistogramLogWriter(out);
        writer.outputLogFormatVersion();
        writer.outputComment("[ETT in microseconds]");
        writer.outputLegend();
        // The largest value is shown in milliseconds.
        writer.outputIntervalHistogram(0, spanMillis / 1e3, all, 1e3);
        out.flush();
    }

    private double percentile(double percent) {
        return ettMicros.getTotalCount() == 0
                ? Double.NaN
                : ettMicros.getValueAtPercentile(percent) / MICROS_PER_SECOND;
    }

    private static long micros(long nanos) {
        return Math.max(0, (nanos + NANOS_PER_MICRO / 2) / NANOS_PER_MICRO);
    }
}
