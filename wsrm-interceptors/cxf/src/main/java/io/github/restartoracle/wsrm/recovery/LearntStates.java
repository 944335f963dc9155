package io.github.restartoracle.wsrm.recovery;

import java.util.Optional;

/**
 * A store of messages that also keeps what the oracles have learnt, each for one path, so that the next life of a process
 * begins with it; {@code restart-oracle.keep-learnt} switches that on. Implemented by the {@link
 * org.apache.cxf.ws.rm.persistence.RMStore} of a bus. Of several processes with one store, whichever saves last is
 * remembered.
 *
 * <p>Thread-safe. Both methods may throw any {@link RuntimeException}: it is logged, and disturbs nothing else.
 */
public interface LearntStates {
    /**
     * What was saved last.
     *
     * @param endpoint the service and port of the RM source, as in the state of a path
     * @param address the destination address
     * @param oracle the short name of the oracle
     * @return the state; empty if none was saved, or it was forgotten since
     */
    Optional<byte[]> load(String endpoint, String address, String oracle);

    /**
     * Replaces what was saved before. Peers choose some of the addresses, so an implementation should bound how many it
     * keeps.
     *
     * @param endpoint the service and port of the RM source, as in the state of a path
     * @param address the destination address
     * @param oracle the short name of the oracle
     * @param state what the oracle has learnt, mostly some kilobytes; the format is the caller's
     */
    void save(String endpoint, String address, String oracle, byte[] state);
}
