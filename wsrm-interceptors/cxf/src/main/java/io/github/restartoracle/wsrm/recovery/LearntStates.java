package io.github.restartoracle.wsrm.recovery;

import java.util.Optional;

/**
 * A store of messages that also keeps the learnt states of the oracles, each for one path, so that the next
 * process begins with them; {@code restart-oracle.keep-learnt} switches that on. Implemented by the
 * {@link org.apache.cxf.ws.rm.persistence.RMStore} of a bus. Of several processes with one store, the last save counts.
 *
 * <p>Thread-safe. Both methods may throw any {@link RuntimeException}: it is logged, and has no other effect.
 */
public interface LearntStates {
    /**
     * Returns the state that was saved last.
     *
     * @param endpoint the service and port of the RM source, as in the state of a path
     * @param address the destination address
     * @param oracle the short name of the oracle
     * @return the state; empty if none was saved, or if it was forgotten since
     */
    Optional<byte[]> load(String endpoint, String address, String oracle);

    /**
     * Replaces the state that was saved before. Peers choose some of the addresses, so an implementation should limit the
     * number of states.
     *
     * @param endpoint the service and port of the RM source, as in the state of a path
     * @param address the destination address
     * @param oracle the short name of the oracle
     * @param state the learnt state of the oracle, mostly some kilobytes; the format is the caller's
     */
    void save(String endpoint, String address, String oracle, byte[] state);
}
