package io.github.restartoracle.wsrm.internal.sequence;

import java.util.function.Predicate;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.jspecify.annotations.Nullable;

/** The position of a call among those of its sequence that are not stored yet. Confined to the lock of its line. */
final class QueuedCall {
    final CallLine line;
    final SourceSequence sequence;
    private long number;
    private boolean ready;
    private boolean ended;
    private boolean overtaken;
    private @Nullable RMMessage row;
    private Predicate<RuntimeException> sentAnyway = failure -> false;
    private @Nullable RuntimeException failure;

    QueuedCall(CallLine line, SourceSequence sequence, long number) {
        this.line = line;
        this.sequence = sequence;
        this.number = number;
    }

    /** Returns the number that is expected until the call is stored, then its number. */
    long number() {
        return number;
    }

    /** Records that the call is written. */
    void ready(@Nullable RMMessage content, Predicate<RuntimeException> inSpiteOf) {
        ready = true;
        row = content;
        sentAnyway = inSpiteOf;
    }

    boolean isReady() {
        return ready;
    }

    /** Returns the message to be stored; null if there is no store. */
    @Nullable
    RMMessage row() {
        return row;
    }

    /** Records that others did not wait for the call to be written. */
    void overtaken() {
        overtaken = true;
    }

    boolean isOvertaken() {
        return overtaken;
    }

    boolean isSentAnyway(RuntimeException why) {
        return sentAnyway.test(why);
    }

    /** Records the number of the call. */
    void numbered(long its) {
        number = its;
        end();
    }

    /** Records that the call gets no number. */
    void failed(RuntimeException why) {
        failure = why;
        end();
    }

    private void end() {
        ended = true;
        row = null;
    }

    boolean hasEnded() {
        return ended;
    }

    @Nullable
    RuntimeException failure() {
        return failure;
    }
}
