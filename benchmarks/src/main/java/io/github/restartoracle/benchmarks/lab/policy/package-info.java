/**
 * The retransmission policies of other WS-ReliableMessaging implementations as oracles of the laboratory, to be compared with:
 * {@code cxf-policy}, {@code sandesha2-policy}, {@code metro-policy} and {@code wcf-policy}. They decide only when to restart;
 * connections, queues and the rest of those products are not modelled.
 */
@NullMarked
package io.github.restartoracle.benchmarks.lab.policy;

import org.jspecify.annotations.NullMarked;
