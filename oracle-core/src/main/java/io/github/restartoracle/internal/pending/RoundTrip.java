package io.github.restartoracle.internal.pending;

import io.github.restartoracle.status.SampleUse;

/**
 * The round trip of an acknowledged message.
 *
 * @param use the use of the acknowledgement as a sample
 * @param nanos nanoseconds from the dispatch of the acknowledged transmission to the acknowledgement, less the time for which
 *     the destination held it back if that was echoed; {@link #UNKNOWN} unless {@code use} is {@link SampleUse#EXACT} or
 *     {@link SampleUse#UNAMBIGUOUS}
 */
public record RoundTrip(SampleUse use, long nanos) {
    /** The value of {@code nanos} if it is not known which transmission was acknowledged. */
    public static final long UNKNOWN = -1;

    /** There is no sample. */
    public static final RoundTrip NONE = new RoundTrip(SampleUse.NONE, UNKNOWN);

    static final RoundTrip REJECTED = new RoundTrip(SampleUse.REJECTED, UNKNOWN);
}
