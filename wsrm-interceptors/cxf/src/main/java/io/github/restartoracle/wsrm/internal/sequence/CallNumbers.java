package io.github.restartoracle.wsrm.internal.sequence;

import io.github.restartoracle.internal.call.Numbering;
import io.github.restartoracle.internal.call.Numbering.Place;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.recovery.CallStore;
import io.github.restartoracle.wsrm.recovery.StoredCall;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.apache.cxf.ws.rm.persistence.RMStore;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Gives the calls of one sequence their numbers by storing them, in the order of {@link Numbering}: one of the callers stores the
 * calls that wait, while the others wait for it.
 *
 * <p>A call waits {@value #PATIENCE_MILLIS} ms for one before it to be written; {@value #ORDER_PATIENCE_MILLIS} ms where calls are
 * delivered in order.
 *
 * <p>Thread-safe.
 */
final class CallNumbers {
    private static final Logger LOG = Logs.of(CallNumbers.class);
    private static final int PATIENCE_MILLIS = 20;
    private static final int ORDER_PATIENCE_MILLIS = 2_000;
    /** The number of calls that a store takes at a time, if it supports that. */
    private static final int MANY = 100;

    private final RMManager manager;
    private final NanoClock clock;
    private final WeakReference<SourceSequence> sequence;
    private final Identifier identifier;
    private final Numbering<Call> numbering;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /** A call, whose number may change until it is stored. Confined to the lock of its numbers. */
    static final class Call {
        final CallNumbers numbers;
        final SourceSequence sequence;
        private final Place<Call> place;
        /** The message to be stored; null if there is no store. */
        private @Nullable RMMessage row;

        private Predicate<RuntimeException> sentAnyway = failure -> false;
        /** The reason why the call has no number; null if it has one. */
        private @Nullable RuntimeException failure;

        private Call(CallNumbers numbers, SourceSequence sequence) {
            this.numbers = numbers;
            this.sequence = sequence;
            this.place = numbers.numbering.enter(this);
        }

        /** Returns the number that is expected until the call is stored, then its number. */
        long value() {
            return place.number();
        }
    }

    /** Creates the numbers of a sequence, which go on behind its last number. */
    CallNumbers(RMManager manager, NanoClock clock, SourceSequence sequence, boolean inOrder) {
        this.manager = manager;
        this.clock = clock;
        this.sequence = new WeakReference<>(sequence);
        this.identifier = sequence.getIdentifier();
        this.numbering = new Numbering<>(
                sequence.getCurrentMessageNr(),
                TimeUnit.MILLISECONDS.toNanos(inOrder ? ORDER_PATIENCE_MILLIS : PATIENCE_MILLIS));
    }

    @SuppressWarnings("ReferenceEquality") // Two objects for one sequence are equal, but each has its own numbers.
    boolean areOf(SourceSequence other) {
        return sequence.get() == other;
    }

    /** Returns the identifier of the sequence. */
    Identifier sequence() {
        return identifier;
    }

    /** Gives a call that is going to be written the number that is expected. */
    Call enter(SourceSequence of) {
        lock.lock();
        try {
            return new Call(this, of);
        } finally {
            lock.unlock();
        }
    }

    /** Takes the number of a call back that could not be written; has no effect if it was written. */
    void leave(Call call) {
        lock.lock();
        try {
            numbering.leave(call.place);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Stores a call that was written, and returns when it has its number.
     *
     * @param sentAnyway the failures of the store in spite of which the call gets a number
     */
    void store(Call call, @Nullable RMMessage row, Predicate<RuntimeException> sentAnyway) {
        long bytes =
                row == null || row.getContent() == null ? 0 : row.getContent().size();
        boolean interrupted = false;
        lock.lock();
        try {
            call.row = row;
            call.sentAnyway = sentAnyway;
            // Another process may have taken over a call that the store has already.
            numbering.written(call.place, bytes, row instanceof StoredCall);
            changed.signalAll();
            while (!call.place.hasEnded()) {
                List<Place<Call>> batch =
                        numbering.next(manager.getStore() instanceof CallStore ? MANY : 1, clock.nanoTime());
                if (!batch.isEmpty()) {
                    write(batch);
                    continue;
                }
                try {
                    long leftNanos = changed.awaitNanos(numbering.patienceNanos(clock.nanoTime()));
                    LOG.trace("{} ns are left", leftNanos);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            lock.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        if (call.failure != null) {
            throw call.failure;
        }
    }

    /** Stores calls. The lock is released meanwhile, so that others enter. */
    private void write(List<Place<Call>> batch) {
        List<RMMessage> rows = new ArrayList<>(batch.size());
        for (int i = 0; i < batch.size(); i++) {
            RMMessage row = batch.get(i).call().row;
            if (row != null) {
                row.setMessageNumber(numbering.nextNumber() + i);
                rows.add(row);
            }
        }
        RuntimeException failure = null;
        if (!rows.isEmpty()) {
            lock.unlock();
            try {
                write(batch.get(0).call().sequence, rows);
            } catch (RuntimeException e) {
                failure = e;
            } catch (Error e) {
                failure = new IllegalStateException(e);
            } finally {
                lock.lock();
            }
        }
        RuntimeException cause = failure;
        numbering.ended(batch, place -> cause == null || isSentUnstored(place.call(), cause));
        changed.signalAll();
    }

    private boolean isSentUnstored(Call call, RuntimeException failure) {
        boolean sent = call.sentAnyway.test(failure);
        if (sent) {
            LOG.error(
                    "Message {} of sequence {} is sent although it could not be stored",
                    numbering.nextNumber(),
                    call.sequence,
                    failure);
        } else {
            call.failure = failure;
        }
        return sent;
    }

    private void write(SourceSequence to, List<RMMessage> rows) {
        RMStore store = manager.getStore();
        if (store instanceof CallStore calls) {
            calls.number(to, rows);
        } else if (store != null) {
            rows.forEach(row -> write(store, to, row));
        }
    }

    private static void write(RMStore store, SourceSequence to, RMMessage row) {
        store.persistOutgoing(to, row);
        if (row instanceof StoredCall moved) {
            Identifier former = CurrentSequence.identifier(moved.former().sequence());
            store.removeMessages(former, Set.of(moved.former().number()), true);
        }
    }
}
