package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.internal.inbound.ReceivedSequences;
import org.apache.cxf.ws.rm.Destination;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.jspecify.annotations.Nullable;

/** The name of a sequence that a destination receives, or has received. */
record ReceivedSequence(Destination destination, Identifier identifier) {
    static ReceivedSequence of(DestinationSequence sequence) {
        return new ReceivedSequence(CxfSequence.destination(sequence), sequence.getIdentifier());
    }

    /** Returns the sequence; null before CXF has added it, and after CXF has forgotten it. */
    @Nullable
    DestinationSequence present() {
        return destination.getSequence(identifier);
    }

    ReceivedSequences.Presence presence() {
        DestinationSequence present = present();
        return present == null
                ? ReceivedSequences.Presence.ABSENT
                : present.isTerminated() ? ReceivedSequences.Presence.ENDED : ReceivedSequences.Presence.LIVING;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ReceivedSequence sequence
                && identifier.getValue().equals(sequence.identifier.getValue());
    }

    @Override
    public int hashCode() {
        return identifier.getValue().hashCode();
    }
}
