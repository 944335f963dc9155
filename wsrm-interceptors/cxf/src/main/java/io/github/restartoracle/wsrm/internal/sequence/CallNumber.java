package io.github.restartoracle.wsrm.internal.sequence;

import io.github.restartoracle.internal.call.Numbering;
import java.util.function.Predicate;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.jspecify.annotations.Nullable;

/** The number of a call, which may change until the call is stored. Confined to the lock of its {@link CallNumbers}. */
final class CallNumber {
    final CallNumbers numbers;
    final SourceSequence sequence;
    final Numbering.Place<CallNumber> place;
    /** The message to be stored; null if there is no store. */
    @Nullable
    RMMessage row;

    Predicate<RuntimeException> sentAnyway = failure -> false;
    /** The reason why the call has no number; null if it has one. */
    @Nullable
    RuntimeException failure;

    CallNumber(CallNumbers numbers, SourceSequence sequence, Numbering<CallNumber> numbering) {
        this.numbers = numbers;
        this.sequence = sequence;
        this.place = numbering.enter(this);
    }

    /** Returns the number that is expected until the call is stored, then its number. */
    long value() {
        return place.number();
    }
}
