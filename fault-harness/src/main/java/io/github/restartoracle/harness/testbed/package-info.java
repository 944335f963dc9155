/**
 * Pairs of containers, each pair with a link of its own that can fail in the IP layer. A {@link
 * io.github.restartoracle.harness.testbed.Testbed} starts programs in the containers, gives both of a pair the same time 0,
 * carries the faults out, waits for the source to end, proves the faults and collects what the programs wrote. A program
 * learns its part from {@link io.github.restartoracle.harness.testbed.TestbedNode}.
 */
@NullMarked
package io.github.restartoracle.harness.testbed;

import org.jspecify.annotations.NullMarked;
