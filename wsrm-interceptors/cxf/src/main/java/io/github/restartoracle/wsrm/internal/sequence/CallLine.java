package io.github.restartoracle.wsrm.internal.sequence;

import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.recovery.StoredCall;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The calls of a sequence that are not stored yet. A call is written under the number that it will have if no call before
 * it fails, and has its number once it is stored. Calls are stored in the order of their numbers, several at a time: one of
 * the callers stores the calls that wait, while the others wait for it. When a call fails, those behind it move up, so that
 * the numbers of a sequence have no gaps, even if a caller dies.
 *
 * <p>A call that takes longer than {@value #PATIENCE_MILLIS} ms to be written is overtaken by calls that are written; after
 * {@value #ORDER_PATIENCE_MILLIS} ms where calls are delivered in order.
 *
 * <p>Thread-safe.
 */
final class CallLine {
    /** Stores messages. */
    interface Writer {
        /** Returns the number of messages that can be stored at a time, 1 or more. */
        int most();

        /** Stores messages of a sequence that have their numbers: all or none. */
        void write(SourceSequence sequence, List<RMMessage> rows);
    }

    private static final Logger LOG = Logs.of(CallLine.class);
    private static final int PATIENCE_MILLIS = 20;
    private static final int ORDER_PATIENCE_MILLIS = 2_000;
    private static final long MOST_BYTES = 1 << 20;

    private final WeakReference<SourceSequence> sequence;
    private final Identifier identifier;
    private final Writer writer;
    private final int patienceMillis;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<QueuedCall> calls = new ArrayDeque<>();
    private long next;
    private boolean writing;

    /**
     * Creates an empty line.
     *
     * @param sequence whose next number is the first that is given
     * @param writer stores calls
     * @param inOrder true if the calls are to be delivered in the order in which they entered
     */
    CallLine(SourceSequence sequence, Writer writer, boolean inOrder) {
        this.sequence = new WeakReference<>(sequence);
        this.identifier = sequence.getIdentifier();
        this.writer = writer;
        this.patienceMillis = inOrder ? ORDER_PATIENCE_MILLIS : PATIENCE_MILLIS;
        this.next = sequence.getCurrentMessageNr() + 1;
    }

    @SuppressWarnings("ReferenceEquality") // Two objects for one sequence are equal, but each has its own numbers.
    boolean isOf(SourceSequence other) {
        return sequence.get() == other;
    }

    /** Returns the identifier of the sequence. */
    Identifier sequence() {
        return identifier;
    }

    /** Adds a call that is going to be written. */
    QueuedCall enter(SourceSequence of) {
        lock.lock();
        try {
            QueuedCall call = new QueuedCall(this, of, next + calls.size());
            calls.add(call);
            return call;
        } finally {
            lock.unlock();
        }
    }

    /** Removes a call that could not be written; has no effect if it was written. */
    void leave(QueuedCall call) {
        lock.lock();
        try {
            if (!call.isReady()) {
                calls.remove(call);
                call.failed(new IllegalStateException("the call was withdrawn"));
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Stores a call that was written, and returns when it has its number.
     *
     * @param row the message to be stored; null if there is no store
     * @param sentAnyway the failures of the store in spite of which the call gets a number
     * @throws RuntimeException if the call is not stored and gets no number
     */
    void store(QueuedCall call, @Nullable RMMessage row, Predicate<RuntimeException> sentAnyway) {
        lock.lock();
        try {
            call.ready(row, sentAnyway);
            if (call.isOvertaken()) {
                calls.add(call);
            }
            changed.signalAll();
            while (!call.hasEnded()) {
                if (writing) {
                    changed.awaitUninterruptibly();
                } else if (calls.element().isReady()) {
                    write(batch());
                } else {
                    awaitFirst();
                }
            }
            RuntimeException failure = call.failure();
            if (failure != null) {
                throw failure;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits while the first call is still being written, and then lets others overtake it. */
    private void awaitFirst() {
        QueuedCall first = calls.element();
        long leftNanos = TimeUnit.MILLISECONDS.toNanos(patienceMillis);
        boolean interrupted = false;
        while (leftNanos > 0 && !writing && first.equals(calls.peek()) && !first.isReady()) {
            try {
                leftNanos = changed.awaitNanos(leftNanos);
            } catch (InterruptedException e) {
                interrupted = true;
                leftNanos = 0;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (!writing && first.equals(calls.peek())) {
            overtake();
        }
    }

    private void overtake() {
        for (Iterator<QueuedCall> all = calls.iterator(); all.hasNext(); ) {
            QueuedCall call = all.next();
            if (call.isReady()) {
                return;
            }
            all.remove();
            call.overtaken();
        }
    }

    private List<QueuedCall> batch() {
        List<QueuedCall> batch = new ArrayList<>();
        int most = writer.most();
        long bytes = 0;
        for (QueuedCall call : calls) {
            RMMessage row = call.row();
            bytes += row == null || row.getContent() == null
                    ? 0
                    : row.getContent().size();
            boolean fits = batch.isEmpty() || (batch.size() < most && bytes <= MOST_BYTES && !isStored(call));
            if (!fits || !call.isReady()) {
                break;
            }
            batch.add(call);
            if (isStored(call)) {
                break;
            }
        }
        return batch;
    }

    /**
     * Returns whether the store has the call already. Another process may have taken that call over, which must not fail the
     * calls of others.
     */
    private static boolean isStored(QueuedCall call) {
        return call.row() instanceof StoredCall;
    }

    /** Stores the calls. The lock is released meanwhile, so that others enter. */
    private void write(List<QueuedCall> batch) {
        List<RMMessage> rows =
                batch.stream().map(QueuedCall::row).filter(Objects::nonNull).toList();
        for (int i = 0; i < rows.size(); i++) {
            rows.get(i).setMessageNumber(next + i);
        }
        RuntimeException failure = null;
        if (!rows.isEmpty()) {
            writing = true;
            lock.unlock();
            try {
                writer.write(batch.get(0).sequence, rows);
            } catch (RuntimeException e) {
                failure = e;
            } catch (Error e) {
                failure = new IllegalStateException(e);
            } finally {
                lock.lock();
                writing = false;
            }
        }
        for (QueuedCall call : batch) {
            end(call, failure);
        }
        changed.signalAll();
    }

    private void end(QueuedCall call, @Nullable RuntimeException failure) {
        calls.remove(call);
        if (failure != null && !call.isSentAnyway(failure)) {
            call.failed(failure);
            return;
        }
        if (failure != null) {
            LOG.error(
                    "Message {} of sequence {} is sent although it could not be stored", next, call.sequence, failure);
        }
        call.numbered(next++);
    }
}
