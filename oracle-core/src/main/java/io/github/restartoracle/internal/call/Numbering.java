package io.github.restartoracle.internal.call;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a sequence that are not stored yet. A call is written under the number that it will have if no call before it
 * fails, and has its number once it is stored. Calls are stored in the order of their numbers, several at a time. When a call
 * fails, those behind it move up, so that the numbers of a sequence have no gaps, even if a caller dies.
 *
 * <p>A call that is written for longer than others have patience is overtaken by calls that are written.
 *
 * <p>Not thread-safe; confined to the lock of its owner.
 *
 * @param <C> the calls
 */
public final class Numbering<C> {
    private static final long MOST_BYTES = 1 << 20;

    private enum State {
        /** It is being written. */
        ENTERED,
        /** It is being written, and others do not wait for it. */
        OVERTAKEN,
        /** It is to be stored. */
        WRITTEN,
        /** It has its number, or gets none. */
        ENDED
    }

    /**
     * The place of a call.
     *
     * @param <C> the calls
     */
    public static final class Place<C> {
        private final C call;
        private State state = State.ENTERED;
        private long number;
        private long bytes;
        private boolean alone;

        private Place(C call, long number) {
            this.call = call;
            this.number = number;
        }

        /** {@return the call} */
        public C call() {
            return call;
        }

        /** {@return the number that is expected until the call is stored, then its number} */
        public long number() {
            return number;
        }

        /** {@return whether the call has its number, or gets none} */
        public boolean hasEnded() {
            return state == State.ENDED;
        }
    }

    private final long patienceNanos;
    private final Deque<Place<C>> places = new ArrayDeque<>();
    private long next;
    private boolean storing;
    /** The call that is still being written while others behind it are to be stored. */
    private @Nullable Place<C> awaited;

    private long awaitedSinceNanos;

    /**
     * Creates a numbering without calls.
     *
     * @param last the last number of the sequence, 0 or more
     * @param patienceNanos the time for which calls that are written wait for one that is not
     */
    public Numbering(long last, long patienceNanos) {
        this.next = last + 1;
        this.patienceNanos = patienceNanos;
    }

    /**
     * Adds a call that is going to be written.
     *
     * @return its place, the last
     */
    public Place<C> enter(C call) {
        Place<C> place = new Place<>(call, next + places.size());
        places.add(place);
        return place;
    }

    /**
     * Removes a call that could not be written.
     *
     * @param place its place; no effect if it was written
     */
    public void leave(Place<C> place) {
        if (place.state == State.ENTERED || place.state == State.OVERTAKEN) {
            places.remove(place);
            place.state = State.ENDED;
        }
    }

    /**
     * Records that a call is written, and is to be stored.
     *
     * @param bytes its size
     * @param alone true if no other call may be stored with it, since it may fail them
     */
    public void written(Place<C> place, long bytes, boolean alone) {
        if (place.state == State.OVERTAKEN) {
            places.add(place);
        }
        place.state = State.WRITTEN;
        place.bytes = bytes;
        place.alone = alone;
    }

    /**
     * Returns the calls that are to be stored now, which get the numbers from {@link #nextNumber} on. Their outcome is told by
     * {@link #ended}; no other call is stored meanwhile.
     *
     * @param most the maximum number of calls, 1 or more
     * @return none if others are being stored, or the first call is still being written
     */
    public List<Place<C>> next(int most, long nowNanos) {
        if (!storing && patienceNanos(nowNanos) <= 0) {
            overtake();
        }
        List<Place<C>> batch = storing ? List.of() : batch(most);
        storing |= !batch.isEmpty();
        return batch;
    }

    private List<Place<C>> batch(int most) {
        List<Place<C>> batch = new ArrayList<>();
        long bytes = 0;
        for (Place<C> place : places) {
            bytes += place.bytes;
            boolean fits = batch.isEmpty() || (batch.size() < most && bytes <= MOST_BYTES && !place.alone);
            if (!fits || place.state != State.WRITTEN) {
                break;
            }
            batch.add(place);
            if (place.alone) {
                break;
            }
        }
        return batch;
    }

    /**
     * Returns the time until the first call is overtaken.
     *
     * @return {@link Long#MAX_VALUE} if it is not being written, or no call waits for it
     */
    public long patienceNanos(long nowNanos) {
        Place<C> first = places.peek();
        boolean waits = first != null
                && first.state == State.ENTERED
                && places.stream().anyMatch(place -> place.state == State.WRITTEN);
        if (!waits) {
            awaited = null;
            return Long.MAX_VALUE;
        }
        if (!first.equals(awaited)) {
            awaited = first;
            awaitedSinceNanos = nowNanos;
        }
        return patienceNanos - (nowNanos - awaitedSinceNanos);
    }

    private void overtake() {
        Iterator<Place<C>> all = places.iterator();
        for (Place<C> place = all.next(); place.state == State.ENTERED; place = all.next()) {
            all.remove();
            place.state = State.OVERTAKEN;
        }
    }

    /** {@return the number that the next call gets that is stored} */
    public long nextNumber() {
        return next;
    }

    /**
     * Records the outcome of storing calls.
     *
     * @param batch as {@link #next} has returned them
     * @param numbered tells, in their order, which of them get numbers: those that are stored, or are sent all the same
     */
    public void ended(List<Place<C>> batch, Predicate<Place<C>> numbered) {
        storing = false;
        for (Place<C> place : batch) {
            places.remove(place);
            place.state = State.ENDED;
            if (numbered.test(place)) {
                place.number = next++;
            }
        }
    }
}
