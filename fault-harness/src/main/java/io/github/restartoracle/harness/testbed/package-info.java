/**
 * Pairs of containers, each pair with a link of its own that can fail in the IP layer. A
 * {@link io.github.restartoracle.harness.testbed.Testbed} starts programs in the containers, gives both of a pair the same time
 * 0, and carries the faults out. When the source has ended, it proves the faults and collects the files of the programs. A
 * program learns its role from {@link io.github.restartoracle.harness.testbed.TestbedNode}.
 */
@NullMarked
package io.github.restartoracle.harness.testbed;

import org.jspecify.annotations.NullMarked;
