package io.github.restartoracle.internal.attempt;

import java.net.ConnectException;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of one message that have not ended, oldest first, and the evidence whether any attempt has arrived.
 *
 * <p>Not thread-safe; confined to the lock of the path.
 */
public final class Attempts extends AbstractList<Attempt> {
    /** A longer stall of our own has failed, for instance an interceptor that stops its chain without a report. */
    private static final long LONGEST_STALL_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** An operating system buffers a smaller message at once. */
    private static final long LARGE_BYTES = 16 * 1024;

    /** The time for one byte on a link of 64 kbit/s, half of which is used by others. */
    private static final long NANOS_PER_BYTE = TimeUnit.SECONDS.toNanos(1) / 4_000;

    private final long bytes;
    private final List<Attempt> underWay = new ArrayList<>(1);
    private int begun;
    private boolean unwritten;
    private boolean mayHaveArrived;

    /** Creates an empty list for a message of a size in bytes. */
    public Attempts(long bytes) {
        this.bytes = bytes;
    }

    @Override
    public Attempt get(int index) {
        return underWay.get(index);
    }

    @Override
    public int size() {
        return underWay.size();
    }

    /** {@return the newest attempt; null if there is none} */
    public @Nullable Attempt last() {
        return underWay.isEmpty() ? null : underWay.get(underWay.size() - 1);
    }

    /** Records that an attempt is dispatched. */
    public void dispatched(Attempt attempt) {
        unwritten = false;
        underWay.add(attempt);
    }

    /** Records that the transport has begun with an attempt; returns true if that was not known before. */
    public boolean begun(Attempt attempt) {
        boolean news = attempt.number() > begun;
        begun = Math.max(begun, attempt.number());
        return news;
    }

    /** Records that no byte of the last transmission was written and its attempt has ended: the next one takes its number. */
    public void unwritten(int number) {
        begun = Math.min(begun, number - 1);
        unwritten = true;
    }

    /** {@return whether the next attempt takes the number of the last one} */
    public boolean isUnwritten() {
        return unwritten;
    }

    /** Records that an attempt has ended, which the destination may have accepted unless it was refused; false if it had before. */
    public boolean ended(Attempt attempt) {
        Throwable cause = attempt.cause();
        boolean refused = RetryLater.in(cause) != null
                || SequenceRefusedException.in(cause) != null
                // A transport that reports no phases tells in this way that it has not connected.
                || Causes.find(ConnectException.class, cause).isPresent();
        mayHaveArrived |= attempt.isRepeated() || (attempt.reached().mayHaveArrived() && !refused);
        return underWay.remove(attempt);
    }

    /** Records whether an attempt of an earlier process, or in an earlier sequence, may have arrived. */
    public void earlier(boolean mayHave) {
        mayHaveArrived = mayHave;
    }

    /** {@return whether the destination may have accepted an attempt} */
    public boolean mayHaveArrived() {
        return mayHaveArrived
                || underWay.stream().anyMatch(attempt -> attempt.phase().mayHaveArrived());
    }

    /** {@return whether an attempt has connected and has not ended} */
    public boolean hasConnected() {
        return underWay.stream().map(Attempt::phase).anyMatch(phase -> phase.mayHaveArrived() && !phase.ended());
    }

    /** Abandons the attempts that have not connected: they cannot have arrived, and never will. */
    public void abandonUnconnected() {
        List.copyOf(underWay).forEach(Attempt::abandonUnlessConnected);
    }

    /** {@return whether the delay is our own: a thread is still to prepare the last attempt, or to read the answer to one} */
    public boolean isStalled(long nowNanos) {
        Attempt last = last();
        return (last != null && last.phase() == Phase.PREPARING && isRecent(last.dispatchedNanos(), nowNanos))
                || underWay.stream()
                        .anyMatch(attempt -> attempt.phase() == Phase.RESPONDED
                                && isRecent(attempt.respondedNanos().orElse(nowNanos), nowNanos));
    }

    private static boolean isRecent(long atNanos, long nowNanos) {
        return nowNanos - atNanos < LONGEST_STALL_NANOS;
    }

    /**
     * Returns the phase in which the next machine has all bytes of an attempt. If the transport does not tell, a small message has
     * arrived with its last byte, and a large one may be in flight until it is answered.
     */
    public Phase arrivesAt(Attempt attempt) {
        if (attempt.tellsReceipt()) {
            return Phase.RECEIVED;
        }
        return bytes > LARGE_BYTES ? Phase.RESPONDED : Phase.WRITTEN;
    }

    /** {@return whether the last attempt, which is large, may still be in flight to the next machine, as far as is known} */
    public boolean mayStillLeave(long nowNanos) {
        Attempt last = last();
        return last != null
                && arrivesAt(last) == Phase.RESPONDED
                && nowNanos - last.dispatchedNanos() < bytes * NANOS_PER_BYTE;
    }
}
