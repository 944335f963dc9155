/**
 * Virtual time and a link in it: events in the order of their times, random numbers that depend only on a key, and packets that
 * are queued, delayed and lost.
 */
@NullMarked
package io.github.restartoracle.benchmarks.lab.simulator.net;

import org.jspecify.annotations.NullMarked;
