package io.github.restartoracle.store;

import org.apache.cxf.ws.rm.ProtocolVariation;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.v200702.Identifier;

/** A sequence that assigns its numbers without an endpoint. */
final class NumberedSource extends SourceSequence {
    private long number;
    private boolean last;

    private NumberedSource(String identifier) {
        super(Messages.identifier(identifier), ProtocolVariation.RM11WSA200508);
    }

    static SourceSequence of(String identifier) {
        return new NumberedSource(identifier);
    }

    @Override
    public String getEndpointIdentifier() {
        return TestSequences.ENDPOINT;
    }

    @Override
    public long nextMessageNumber(Identifier inbound, long inboundNumber, boolean isLast) {
        last = isLast;
        return ++number;
    }

    @Override
    public long getCurrentMessageNr() {
        return number;
    }

    @Override
    public boolean isLastMessage() {
        return last;
    }
}
