/**
 * Single exchanges over TCP, one connection each, with exact sizes: the measurements of seeds 000, 002 and 003, before those on
 * reliable messaging. A client on a real link and the simulator both record {@link
 * io.github.restartoracle.benchmarks.lab.exchange.Exchange}. A {@link io.github.restartoracle.benchmarks.lab.exchange.ExchangePhase}
 * states the requests of the client and their times, so that one pair of nodes serves many cells, one after the other.
 */
@NullMarked
package io.github.restartoracle.benchmarks.lab.exchange;

import org.jspecify.annotations.NullMarked;
