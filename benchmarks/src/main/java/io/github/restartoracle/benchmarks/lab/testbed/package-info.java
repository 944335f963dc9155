/**
 * Runs scenarios on real links: in this process over a modelled link ({@code demo}), or in containers with faults in the IP
 * layer ({@code testbed}).
 */
@NullMarked
package io.github.restartoracle.benchmarks.lab.testbed;

import org.jspecify.annotations.NullMarked;
