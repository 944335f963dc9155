package io.github.restartoracle.wsrm.queue;

import java.util.List;

/**
 * What came of an acknowledgement.
 *
 * @param settled messages that were acknowledged for the first time
 * @param neverSent messages it covers although no transmission of them was made; they are still to be sent
 */
record Applied(List<Settled> settled, List<Outgoing> neverSent) {}
