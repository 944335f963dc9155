package io.github.restartoracle.internal.call;

import io.github.restartoracle.internal.outbound.Message;

/**
 * A step to be taken for the calls of one client to one address that wait for a sequence. Its outcome is told by {@link SequenceWait#done} or {@link SequenceWait#failed}, and the end of a pause by {@link SequenceWait#resumes}.
 *
 * @param <C> the callers that wait, instead of leaving a message that waits
 */
public sealed interface SequenceStep<P, C> {
    /** A sequence is closed that has ended without a message. Its destination has failed to do so that many times in turn. */
    record End<P, C>(Message<P> gap, int faults) implements SequenceStep<P, C> {}

    /** A message gets its number, in a sequence that is created if there is none. */
    record GiveNumber<P, C>(Message<P> message) implements SequenceStep<P, C> {}

    /**
     * A sequence is created for a caller, unless there is one. While the caller is brief, its request may be repeated as for a
     * message that waits: the caller leaves one.
     */
    record Create<P, C>(C caller, boolean isBrief) implements SequenceStep<P, C> {}

    /** No step may be taken for a time. */
    record Pause<P, C>(long nanos) implements SequenceStep<P, C> {}
}
