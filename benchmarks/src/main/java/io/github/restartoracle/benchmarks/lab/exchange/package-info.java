/**
 * Single exchanges over TCP, one connection each, with exact sizes: what seeds 000, 002 and 003 measured before anybody spoke
 * of reliable messaging. {@link io.github.restartoracle.benchmarks.lab.exchange.Exchange} is the record that a client on a real
 * link and the simulator both leave; {@link io.github.restartoracle.benchmarks.lab.exchange.Phase} says what the client does
 * when, so that one pair of nodes serves many cells, one after the other.
 */
@NullMarked
package io.github.restartoracle.benchmarks.lab.exchange;

import org.jspecify.annotations.NullMarked;
