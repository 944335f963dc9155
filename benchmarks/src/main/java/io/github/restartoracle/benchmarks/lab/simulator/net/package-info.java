/**
 * Virtual time and a link in it: events in the order of their times, random numbers that depend on nothing but a key, and
 * packets that are queued, delayed and lost.
 */
@NullMarked
package io.github.restartoracle.benchmarks.lab.simulator.net;

import org.jspecify.annotations.NullMarked;
